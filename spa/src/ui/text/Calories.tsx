import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'

/** 690 Cal, or 480–1,600 Cal. */
export function Calories({ min, max }: { min: number; max: number }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const number = (n: number) => new Intl.NumberFormat(lang).format(n)
  return (
    <span className="num">
      {min === max
        ? t('app.calories', { amount: number(min) })
        : t('app.calories-range', { from: number(min), to: number(max) })}
    </span>
  )
}
