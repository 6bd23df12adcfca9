import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount } from '../../money/money'
import styles from './PriceAfterDeal.module.css'

/** A price with the price before the deal, struck through. Screen readers get a sentence. */
export function PriceAfterDeal({ price, was }: { price: Amount; was: Amount }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const [now, before] = [formatAmount(price, lang), formatAmount(was, lang)]
  return (
    <>
      <span className="visually-hidden">{t('menu.price-deal', { price: now, was: before })}</span>
      <span aria-hidden="true">
        {now} <s className={styles.was}>{before}</s>
      </span>
    </>
  )
}
