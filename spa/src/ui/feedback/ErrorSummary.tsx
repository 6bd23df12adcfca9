import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ErrorSummary.module.css'
import { Notice } from './Notice'

interface Entry {
  /** Field name; unique in the form. */
  name: string
  message: string
  onGo: () => void
}

/** Lists a submitted form's errors above it. It takes the focus, and each entry links to its field. */
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

/**
 * State of a form's error summary: the form calls `showErrors` after an invalid submit; `shown` is true after the first one. The focus
 * moves once the errors are rendered, because the form reports the submit before its errors.
 */
export function useErrorSummary() {
  const ref = useRef<HTMLDivElement>(null)
  const focusPending = useRef(false)
  const [submits, setSubmits] = useState(0)
  useEffect(() => {
    if (!focusPending.current || !ref.current) return
    focusPending.current = false
    ref.current.focus()
  })
  const showErrors = () => {
    focusPending.current = true
    setSubmits((n) => n + 1)
  }
  return { ref, showErrors, shown: submits > 0 }
}
