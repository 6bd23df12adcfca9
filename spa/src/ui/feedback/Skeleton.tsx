import { useTranslation } from 'react-i18next'
import styles from './Skeleton.module.css'

/** A block of the size of what will stand here, so that nothing moves when it arrives. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.block} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
}

/** Says, to those who do not see the blocks, that something is on its way. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <p className="visually-hidden" role="status" data-loading>
      {t('app.loading')}
    </p>
  )
}
