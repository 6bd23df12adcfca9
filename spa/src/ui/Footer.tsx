import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { markets } from '../market/market'
import { pathsOf } from '../market/paths'
import { useMarket, usePaths } from '../market/useMarket'
import styles from './Footer.module.css'

/** The bottom bun. It links only to what exists. */
export function Footer() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  return (
    <footer className={styles.footer} data-ground="bun">
      <div className={`wrap ${styles.rows}`}>
        <ul className={styles.links}>
          <li>
            <Link to={paths.startOrder()}>{t('app.footer-start')}</Link>
          </li>
          <li>
            <Link to={paths.locations}>{t('app.locations')}</Link>
          </li>
          {markets
            .filter((m) => m !== market)
            .map((m) => (
              <li key={m.locale}>
                {m.country === 'US' ? (
                  <a href={pathsOf(m).home} hrefLang={m.lang}>
                    {t('app.united-states')}
                  </a>
                ) : (
                  <a href={pathsOf(m).home} lang={m.lang} hrefLang={m.lang}>
                    {m.label}
                  </a>
                )}
              </li>
            ))}
        </ul>
        <p className={styles.legal} suppressHydrationWarning>
          {t('app.copyright', { year: String(new Date().getFullYear()) })}
        </p>
      </div>
    </footer>
  )
}
