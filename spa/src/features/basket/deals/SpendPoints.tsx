import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import type { Basket } from '../../../api/generated'
import {
  useGetPointsQuery,
  useGetWalletSuggestionQuery,
  useListRewardsQuery,
  useListStoreItemsQuery,
} from '../../../api/points'
import { selectSignedIn } from '../../../api/session'
import { pointsTaken, rewardsOf } from '../../../basket/chosenReward'
import { brand } from '../../../brand/brand'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './Deals.module.css'

interface SpendPointsProps {
  basket: Basket
  /** Adds a reward to the basket. */
  onUse: (reward: string) => void
}

/** How many rewards of each kind are listed: of those for points the dearest ones that the points pay for. */
const maxRewards = 2

/**
 * What the customer can redeem, besides the rewards of the basket: first what saves the most in this basket, then given rewards, then those
 * that the points pay for. Nothing is spent before a press.
 */
export function SpendPoints(props: SpendPointsProps) {
  return useSelector(selectSignedIn) && brand.loyalty ? <Rewards {...props} /> : null
}

function Rewards({ basket, onUse }: SpendPointsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
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
  if (!suggestion && rows.length === 0) return null
  const use = (id: string, label: string) => (
    <TextButton aria-label={t('deals.use-reward-name', { reward: label })} onClick={() => onUse(id)}>
      {t('deals.use-reward')}
    </TextButton>
  )
  return (
    <div className={styles.group}>
      <h3>{t('deals.spend')}</h3>
      {left > 0 && <p>{t('deals.spend-line', { count: left })}</p>}
      <ul className={styles.rows}>
        {suggestion && (
          <li className={styles.suggestion}>
            <p>
              <b>{suggestion.label}</b>
              <span>
                {suggestion.points > 0 ? t('shell.points', { count: suggestion.points }) : t('deals.given')}
              </span>
              <strong>{t('deals.suggestion', { amount: formatAmount(suggestion.saves, lang) })}</strong>
            </p>
            {use(suggestion.id, suggestion.label)}
          </li>
        )}
        {rows.map(({ id, label, price }) => (
          <li key={id}>
            <p>
              <b>{label}</b>
              <span>{price}</span>
            </p>
            {use(id, label)}
          </li>
        ))}
      </ul>
      <Link className="tap" to={paths.page('rewards')}>
        {t('deals.all-rewards')}
      </Link>
    </div>
  )
}

/** Returns what saves the most in the basket. It is loaded again after each change of the basket. */
function useSuggestion({ orderId, version, deals }: Basket) {
  const { currentData, refetch } = useGetWalletSuggestionQuery(
    { basketToken: orderId },
    { refetchOnMountOrArgChange: true },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the basket
  useEffect(() => void refetch(), [version])
  const suggestion = currentData?.suggestion
  return deals?.coupons.some(({ id }) => id === suggestion?.id) ? undefined : suggestion
}
