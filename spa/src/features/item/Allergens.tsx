import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import styles from './Allergens.module.css'

/** Major allergens of the dish with the selected options, the caveat, and the federal statement. */
export function Allergens({ allergens }: { allergens: readonly string[] }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const names = allergens.map((allergen) => t(`app.allergen-${allergen as 'milk'}`))
  const list = new Intl.ListFormat(lang, { type: 'conjunction' }).format(names)
  return (
    <div className={styles.text}>
      <p>{names.length ? t('item.contains', { allergens: list }) : t('item.contains-none')}</p>
      <p>{t('item.kitchens')}</p>
      <p>{t('app.calorie-statement')}</p>
    </div>
  )
}
