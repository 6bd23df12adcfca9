import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './Breadcrumbs.module.css'
import type { Crumb } from './crumbs'

/** Breadcrumbs from the country down; the last entry is the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('app.trail')}>
      <ol className={styles.trail}>
        {crumbs.map(({ name, path }, i) => (
          <li key={path}>
            {i === crumbs.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to={path}>{name}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
