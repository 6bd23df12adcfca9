import { useTranslation } from 'react-i18next'
import styles from './Skeleton.module.css'

/** A block with the size of the content it replaces, to avoid layout shifts. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.block} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
}

/** Loading text for screen readers. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <p className="visually-hidden" role="status" data-loading>
      {t('app.loading')}
    </p>
  )
}
