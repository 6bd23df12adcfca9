import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListBrandMenusQuery } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { Drips } from '../../ui/layout/Drips'
import styles from './MenuSections.module.css'

/** For brands without burgers: the sections of the menu with their dishes. */
export function MenuSections() {
  const { t } = useTranslation()
  const paths = usePaths()
  const { data } = useListBrandMenusQuery()
  const [menu] = data?.menus ?? []
  return (
    <section className={styles.sections} data-ground="stage" aria-labelledby="sections">
      <div className="wrap">
        <div className={styles.head}>
          <h2 id="sections">{t('home.menu')}</h2>
          <Link to={paths.page('menuPage')}>{t('home.whole-menu')}</Link>
        </div>
        <ul className={styles.pile}>
          {menu?.sections.map(({ id, label, dishes }) => (
            <li key={id}>
              <h3>{label}</h3>
              <p>{dishes.map((dish) => dish.label).join(' · ')}</p>
            </li>
          ))}
        </ul>
      </div>
      <Drips color="var(--stage)" />
    </section>
  )
}
