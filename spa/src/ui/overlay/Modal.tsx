import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../media/Icon'
import { focusHeading } from '../page/focusHeading'
import { fadeTime, focusDelay, modalFade } from '../timings'
import styles from './Modal.module.css'

interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  /** False if an answer is required: no close button, no Escape, no backdrop click. */
  closable?: boolean
  /** Receives the focus on close if the previously focused element is gone; falls back to the h1. */
  fallbackFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal dialog in the top layer. Timings and keys follow specification §4. */
export function Modal({ open, onClose, title, closable = true, fallbackFocus, children }: ModalProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useModalState(ref, open, fallbackFocus)

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (closable) onClose()
      }}
      // Browsers may close a dialog although two cancel events were prevented.
      onClose={() => open && onClose()}
      onClick={(event) => closable && event.target === event.currentTarget && onClose()}
      onKeyDown={trapFocus}
    >
      <div className={styles.cap} data-ground="dark">
        <h2 id={titleId}>{title}</h2>
        {closable && (
          <button type="button" className={styles.close} aria-label={t('app.close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}

function useModalState(
  ref: RefObject<HTMLDialogElement | null>,
  open: boolean,
  fallbackFocus?: RefObject<HTMLElement | null>,
) {
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    clearTimeout(closeTimer.current)
    delete dialog.dataset.leaving
    const previousFocus = document.activeElement
    if (!dialog.open) dialog.showModal()
    document.documentElement.style.overflow = 'hidden'
    const focus = setTimeout(() => {
      if (!dialog.contains(document.activeElement) || document.activeElement === dialog)
        focusable(dialog)[0]?.focus()
    }, focusDelay)
    return () => {
      clearTimeout(focus)
      if (!dialog.isConnected) {
        // The page was unmounted, so nothing can fade.
        document.documentElement.style.overflow = ''
        return restoreFocus(previousFocus, dialog, fallbackFocus)
      }
      dialog.dataset.leaving = ''
      closeTimer.current = setTimeout(() => {
        dialog.close()
        delete dialog.dataset.leaving
        document.documentElement.style.overflow = ''
        setTimeout(() => restoreFocus(previousFocus, dialog, fallbackFocus), focusDelay)
      }, fadeTime(modalFade))
    }
  }, [ref, open, fallbackFocus])
}

/** Returns the focus to the previous element or its replacement, unless the page has moved the focus meanwhile. */
function restoreFocus(
  previousFocus: Element | null,
  dialog: HTMLElement,
  fallbackFocus?: RefObject<HTMLElement | null>,
) {
  const focused = document.activeElement
  const focusIsInside = !focused || focused === document.body || dialog.contains(focused)
  if (!focusIsInside) return
  if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
  else if (fallbackFocus?.current) fallbackFocus.current.focus()
  else focusHeading()
}

function focusable(root: HTMLElement): HTMLElement[] {
  const selector =
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, iframe'
  return [...root.querySelectorAll<HTMLElement>(selector)].filter((e) => e.getClientRects().length > 0)
}

/** Keeps Tab inside: native dialogs let the focus leave to the browser's UI. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return
  const all = focusable(event.currentTarget)
  const edge = event.shiftKey ? all[0] : all.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  const next = event.shiftKey ? all.at(-1) : all[0]
  next?.focus()
}
