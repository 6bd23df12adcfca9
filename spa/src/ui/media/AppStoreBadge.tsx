import { useTranslation } from 'react-i18next'
import { ContentLink } from '../page/ContentLink'
import styles from './AppStoreBadge.module.css'

interface AppStoreBadgeProps {
  url: string
  /** It leads away from this site. */
  externalLink?: boolean
  /** The badge without words, 200 px wide; its alternative text is the shop's name. */
  footerCtaImage: { url: string; alternativeText: string; width: number; height: number }
}

/** The way to a shop of apps: drawn here, its words in the language of the page. */
export function AppStoreBadge({ url, externalLink: external, footerCtaImage: image }: AppStoreBadgeProps) {
  const { t } = useTranslation()
  return (
    <ContentLink of={{ url, external }} className={styles.badge} rel={external ? 'noreferrer' : undefined}>
      <img src={image.url} alt="" width={image.width} height={image.height} loading="lazy" />
      <span className={styles.words}>
        <small>{t('shell.get-the-app')}</small> <b>{image.alternativeText}</b>
      </span>
    </ContentLink>
  )
}
