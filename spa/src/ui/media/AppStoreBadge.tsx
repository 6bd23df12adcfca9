import { useTranslation } from 'react-i18next'
import { ContentLink } from '../page/ContentLink'
import styles from './AppStoreBadge.module.css'

interface AppStoreBadgeProps {
  url: string
  /** Opens another site. */
  externalLink?: boolean
  /** Badge without text, 200 px wide; its alternative text is the store's name. */
  footerCtaImage: { url: string; alternativeText: string; width: number; height: number }
}

/** Link to an app store: the badge is drawn here, its text is translated. */
export function AppStoreBadge({ url, externalLink: external, footerCtaImage: image }: AppStoreBadgeProps) {
  const { t } = useTranslation()
  return (
    <ContentLink link={{ url, external }} className={styles.badge} rel={external ? 'noreferrer' : undefined}>
      <img src={image.url} alt="" width={image.width} height={image.height} loading="lazy" />
      <span className={styles.text}>
        <small>{t('shell.get-the-app')}</small> <b>{image.alternativeText}</b>
      </span>
    </ContentLink>
  )
}
