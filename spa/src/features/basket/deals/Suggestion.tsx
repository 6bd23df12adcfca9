import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import type { Basket } from '../../../api/generated'
import { useGetWalletSuggestionQuery } from '../../../api/points'
import { selectSignedIn } from '../../../api/session'
import { brand } from '../../../brand/brand'
import { useMarket } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { Button } from '../../../ui/form/Button'
import styles from './Suggestion.module.css'

interface SuggestionProps {
  basket: Basket
  /** A press is being answered; further ones are ignored. */
  busy: boolean
  /** Adds a reward to the basket. */
  onUse: (reward: string) => void
}

/** A board that names the reward which saves the most in this basket, with the button that uses it. Absent for guests. */
export function Suggestion({ basket, busy, onUse }: SuggestionProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const suggestion = useSuggestion(basket)
  if (!suggestion) return null
  const { id, label, points, saves } = suggestion
  return (
    <section className={styles.board} aria-labelledby="suggestion">
      <div>
        <h3 id="suggestion">{t('deals.suggestion')}</h3>
        <p className={styles.saves}>{t('deals.suggestion-saves', { amount: formatAmount(saves, lang) })}</p>
        <p className={styles.label}>{label}</p>
        <p>{points > 0 ? t('shell.points', { count: points }) : t('deals.given')}</p>
      </div>
      <Button
        className={styles.use}
        wide
        aria-label={t('deals.use-reward-name', { reward: label })}
        aria-disabled={busy || undefined}
        onClick={() => onUse(id)}
      >
        {t('deals.use-reward')}
      </Button>
    </section>
  )
}

/** Returns the reward of the customer that saves the most in the basket, unless the basket has it. */
export function useSuggestion({ orderId, deals }: Basket) {
  const isSignedIn = useSelector(selectSignedIn)
  const { currentData } = useGetWalletSuggestionQuery(
    { basketToken: orderId },
    { skip: !isSignedIn || !brand.loyalty },
  )
  const suggestion = currentData?.suggestion
  return deals?.coupons.some(({ id }) => id === suggestion?.id) ? undefined : suggestion
}
