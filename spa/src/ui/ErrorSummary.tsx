import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ErrorSummary.module.css'
import { Notice } from './Notice'

interface Entry {
  /** Names the field; unique in the form. */
  name: string
  message: string
  onGo: () => void
}

/** What is wrong with a form that was sent, above it: the focus comes here, and each line leads to its field. */
export function ErrorSummary({ entries, ref }: { entries: readonly Entry[]; ref: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  if (entries.length === 0) return null
  return (
    <Notice ref={ref} tone="bad" title={t('app.form-errors', { count: entries.length })}>
      <ul className={styles.list}>
        {entries.map(({ name, message, onGo }) => (
          <li key={name}>
            <button type="button" onClick={onGo}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
