import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line } from '../../../api/generated'
import { useCountdown } from '../../../ui/feedback/useCountdown'
import styles from './CartLine.module.css'

/** How long a removed line can be put back, in milliseconds. */
const undoFor = 5000

interface RemovedRowProps {
  line: Line
  onUndo: () => void
  onEnd: () => void
}

/**
 * The place of a line that was taken out. It stands where the line stood, so that the keyboard finds Undo where it was: the
 * focus goes to it, and while it is there, or a pointer is, the time stands still.
 */
export function RemovedRow({ line, onUndo, onEnd }: RemovedRowProps) {
  const { t } = useTranslation()
  const undo = useRef<HTMLButtonElement>(null)
  const { pause, resume } = useCountdown(undoFor, onEnd)

  useEffect(() => {
    // The button that was pressed is gone; a guest who went on elsewhere is left there.
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])

  return (
    <li
      className={styles.gone}
      data-ground="dark"
      onPointerEnter={() => pause('pointer')}
      onPointerLeave={() => resume('pointer')}
      // A focus that nobody sees, after a press with the mouse, would hold it for ever.
      onFocus={({ target }) => target.matches(':focus-visible') && pause('focus')}
      onBlur={() => resume('focus')}
    >
      <p>{t('cart.removed', { item: line.label })}</p>
      <button
        ref={undo}
        type="button"
        className={styles.action}
        aria-label={t('cart.undo-item', { item: line.label })}
        onClick={onUndo}
      >
        {t('cart.undo')}
      </button>
    </li>
  )
}
