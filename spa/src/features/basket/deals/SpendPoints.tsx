import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import type { Basket } from '../../../api/generated'
import { useGetPointsQuery, useListRewardsQuery, useListStoreItemsQuery } from '../../../api/points'
import { selectSignedIn } from '../../../api/session'
import { pointsTaken, rewardsOf } from '../../../basket/rewards'
import { brand } from '../../../brand/brand'
import { usePaths } from '../../../market/useMarket'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './Deals.module.css'
import { useSuggestion } from './Suggestion'

interface SpendPointsProps {
  basket: Basket
  /** A press is being answered; further ones are ignored. */
  busy: boolean
  /** Adds a reward to the basket. */
  onUse: (reward: string) => void
}

/** How many rewards of each kind are listed: of those for points the dearest ones that the points pay for. */
const maxRewards = 2

/**
 * What the customer can redeem, besides the rewards of the basket and the suggested one: given rewards, then those that the points pay for.
 * Nothing is spent before a press.
 */
export function SpendPoints(props: SpendPointsProps) {
  return useSelector(selectSignedIn) && brand.loyalty ? <Rewards {...props} /> : null
}

function Rewards({ basket, busy, onUse }: SpendPointsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { data: points } = useGetPointsQuery()
  const { data: store } = useListStoreItemsQuery()
  const { data: wallet } = useListRewardsQuery(undefined, { skip: !brand.rewards })
  const suggestion = useSuggestion(basket)
  const used = rewardsOf(basket)
  const left = (points?.spendable ?? 0) - pointsTaken(basket)
  const isOffered = ({ id }: { id: string }) =>
    id !== suggestion?.id && !used.some((reward) => reward.id === id)
  const given = (wallet?.rewards ?? []).filter((reward) => reward.state === 'open' && isOffered(reward))
  const payable = (store?.items ?? []).filter((item) => item.points <= left && isOffered(item))
  const rows = [
    ...given.slice(0, maxRewards).map(({ id, label }) => ({ id, label, price: t('deals.given') })),
    ...payable
      .slice(-maxRewards)
      .reverse()
      .map(({ id, label, points }) => ({ id, label, price: t('shell.points', { count: points }) })),
  ]
  if (rows.length === 0) return null
  return (
    <div className={styles.group}>
      <h3>{t('deals.spend')}</h3>
      {left > 0 && <p>{t('deals.spend-line', { count: left })}</p>}
      <ul className={styles.rows}>
        {rows.map(({ id, label, price }) => (
          <li key={id}>
            <p>
              <b>{label}</b>
              <span>{price}</span>
            </p>
            <TextButton
              aria-label={t('deals.use-reward-name', { reward: label })}
              aria-disabled={busy || undefined}
              onClick={() => onUse(id)}
            >
              {t('deals.use-reward')}
            </TextButton>
          </li>
        ))}
      </ul>
      <Link className="tap" to={paths.page('rewards')}>
        {t('deals.all-rewards')}
      </Link>
    </div>
  )
}
