import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { type Amount, formatAmount } from '../money/money'
import styles from './Sums.module.css'

interface Tax {
  label: string
  /** Percent, decimal text: 9.975. */
  rate: string
  /** What it is a part of. */
  base?: Amount
  amount: Amount
}

interface SumsProps {
  /** As the server totalled them; nothing is reckoned here. */
  totals: { subtotal: Amount; taxes: readonly Tax[]; tip: Amount; total: Amount }
  /** An answer is on its way that may change them. */
  busy?: boolean
}

/** Every sum that makes the total, a row each, and the total. */
export function Sums({ totals: { subtotal, taxes, tip, total }, busy = false }: SumsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const money = (amount: Amount) => formatAmount(amount, lang)
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 4 })
  return (
    <dl className={styles.sums} aria-busy={busy}>
      <div>
        <dt>{t('app.subtotal')}</dt>
        <dd>{money(subtotal)}</dd>
      </div>
      {taxes.map(({ label, rate, base, amount }) => (
        <div key={label}>
          <dt>
            {label}
            {base && (
              <small>
                {t('app.tax-of', { rate: percent.format(Number(rate) / 100), base: money(base) })}
              </small>
            )}
          </dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('app.tip')}</dt>
        <dd>{money(tip)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('app.total')}</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  )
}
