import { SiteLink } from './SiteLink'
import styles from './StoreBadge.module.css'

interface StoreBadgeProps {
  url: string
  /** It leads away from this site. */
  external?: boolean
  /** The badge without words, 200 px wide; its alternative text is the shop's name. */
  image: { url: string; alternativeText: string; width: number; height: number }
  /** What is done in the shop: "Get the app on". */
  label: string
}

/** The way to a shop of apps: drawn here, its words in the language of the page. */
export function StoreBadge({ url, external, image, label }: StoreBadgeProps) {
  return (
    <SiteLink of={{ url, external }} className={styles.badge} rel={external ? 'noreferrer' : undefined}>
      <img src={image.url} alt="" width={image.width} height={image.height} loading="lazy" />
      <span className={styles.words}>
        <small>{label}</small> <b>{image.alternativeText}</b>
      </span>
    </SiteLink>
  )
}
