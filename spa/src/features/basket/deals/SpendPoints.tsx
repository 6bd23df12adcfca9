import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import type { Basket } from '../../../api/generated'
import { useGetPointsQuery, useListStoreItemsQuery } from '../../../api/points'
import { selectSignedIn } from '../../../api/session'
import { rewardsOf } from '../../../basket/chosenReward'
import { brand } from '../../../brand/brand'
import { usePaths } from '../../../market/useMarket'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './Deals.module.css'

interface SpendPointsProps {
  basket: Basket
  /** Adds a reward to the basket. */
  onUse: (reward: string) => void
}

/** How many rewards are listed: the dearest ones that the points pay for. */
const maxRewards = 2

/** The rewards that the customer's points pay for, besides those of the basket. Nothing is spent before a press. */
export function SpendPoints(props: SpendPointsProps) {
  return useSelector(selectSignedIn) && brand.rewards ? <Rewards {...props} /> : null
}

function Rewards({ basket, onUse }: SpendPointsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { data: points } = useGetPointsQuery()
  const { data: store } = useListStoreItemsQuery()
  const used = rewardsOf(basket)
  const left = (points?.spendable ?? 0) - used.reduce((sum, { points = 0 }) => sum + points, 0)
  const payable = (store?.items ?? []).filter(
    (item) => item.points <= left && !used.some(({ id }) => id === item.id),
  )
  if (payable.length === 0) return null
  return (
    <div className={styles.group}>
      <h3>{t('deals.spend')}</h3>
      <p>{t('deals.spend-line', { count: left })}</p>
      <ul className={styles.rows}>
        {payable
          .slice(-maxRewards)
          .reverse()
          .map(({ id, label, points }) => (
            <li key={id}>
              <p>
                <b>{label}</b>
                <span>{t('shell.points', { count: points })}</span>
              </p>
              <TextButton
                aria-label={t('deals.use-reward-name', { reward: label })}
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
