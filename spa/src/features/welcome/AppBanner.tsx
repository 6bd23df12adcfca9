import { useTranslation } from 'react-i18next'
import type { FooterContent } from '../../market/navigation'
import { AppStoreBadge } from '../../ui/media/AppStoreBadge'
import styles from './AppBanner.module.css'

/** Promotes the brand's app with the store badges of the footer, in the US only. */
export function AppBanner({ footer }: { footer: FooterContent }) {
  const { t } = useTranslation()
  const badges = footer.columns?.flatMap(({ footerCta }) => footerCta ?? []) ?? []
  if (badges.length === 0) return null
  return (
    <aside aria-labelledby="app-banner" data-ground="stage">
      <div className={`wrap ${styles.row}`}>
        <div>
          <h2 id="app-banner">{t('welcome.app-title')}</h2>
          <p>{t('welcome.app-line')}</p>
        </div>
        <div className={styles.badges}>
          {badges.map((badge) => (
            <AppStoreBadge key={badge.url} {...badge} />
          ))}
        </div>
      </div>
    </aside>
  )
}
