import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line } from '../../../api/generated'
import { useCountdown } from '../../../ui/feedback/useCountdown'
import styles from './CartLine.module.css'

/** Time in which a removal can be undone. Milliseconds. */
const undoFor = 5000

interface RemovedRowProps {
  line: Line
  onUndo: () => void
  onEnd: () => void
}

/**
 * RemovedRow replaces a removed line and offers Undo. It takes the focus, so that keyboard users stay in place. The timer pauses while
 * the row has the focus or the pointer.
 */
export function RemovedRow({ line, onUndo, onEnd }: RemovedRowProps) {
  const { t } = useTranslation()
  const undo = useRef<HTMLButtonElement>(null)
  /** The line is being added: a second press would add it twice. */
  const [pressed, setPressed] = useState(false)
  const { pause, resume } = useCountdown(undoFor, onEnd)

  useEffect(() => {
    // The pressed button is gone. Take the focus only if the guest has not moved it elsewhere.
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])

  return (
    <li
      className={styles.removed}
      data-ground="dark"
      onPointerEnter={() => pause('pointer')}
      onPointerLeave={() => resume('pointer')}
      // Focus without a visible ring, as after a mouse press, must not pause the timer: it would never end.
      onFocus={({ target }) => target.matches(':focus-visible') && pause('focus')}
      onBlur={() => resume('focus')}
    >
      <p>{t('cart.removed', { item: line.label })}</p>
      <button
        ref={undo}
        type="button"
        className={styles.action}
        aria-label={t('cart.undo-item', { item: line.label })}
        aria-disabled={pressed || undefined}
        onClick={() => {
          if (pressed) return
          setPressed(true)
          onUndo()
        }}
      >
        {t('cart.undo')}
      </button>
    </li>
  )
}
