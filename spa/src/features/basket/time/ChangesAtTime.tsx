import { useTranslation } from 'react-i18next'
import type { TimeLeft } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import styles from './TimePicker.module.css'

/** Marks a time at which some cart items are unavailable. */
export function ChangesMark({ time }: { time: TimeLeft }) {
  const { t } = useTranslation()
  if (!time.changes) return null
  return (
    <>
      <span className={styles.mark} aria-hidden="true">
        *
      </span>
      <span className="visually-hidden"> {t('summary.changes-then')}</span>
    </>
  )
}

/** Explains the mark: lists the items that are unavailable at one of these times. */
export function ChangesLegend({ times }: { times: readonly TimeLeft[] }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const labels = new Set(times.flatMap(({ changes = [] }) => changes.map(({ label }) => label)))
  if (labels.size === 0) return null
  const items = new Intl.ListFormat(lang).format(labels)
  return <p className={styles.legend}>{t('summary.without-then', { items })}</p>
}
