import { type Ref, useEffect, useRef, useState } from 'react'
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

/**
 * The summary of a form: `refused` is called by the form when it was sent with faults, `shown` says whether that ever happened.
 * The focus waits until the faults are on screen, for the form tells of the refusal before it tells of the faults.
 */
export function useErrorSummary() {
  const ref = useRef<HTMLDivElement>(null)
  const due = useRef(false)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (!due.current || !ref.current) return
    due.current = false
    ref.current.focus()
  })
  const refused = () => {
    due.current = true
    setTimes((n) => n + 1)
  }
  return { ref, refused, shown: times > 0 }
}
