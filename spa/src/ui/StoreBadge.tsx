import styles from './StoreBadge.module.css'

interface StoreBadgeProps {
  url: string
  /** The badge without words, 200 px wide; its alternative text is the shop's name. */
  image: { url: string; alternativeText: string; width: number; height: number }
  /** What is done in the shop: "Get the app on". */
  label: string
}

/** The way to a shop of apps: drawn here, its words in the language of the page. */
export function StoreBadge({ url, image, label }: StoreBadgeProps) {
  return (
    <a className={styles.badge} href={url} rel="noreferrer">
      <img src={image.url} alt="" width={image.width} height={image.height} loading="lazy" />
      <span className={styles.words}>
        <small>{label}</small> <b>{image.alternativeText}</b>
      </span>
    </a>
  )
}
