import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTheme } from '../../brand/theme'
import { useMarket } from '../../market/useMarket'
import { Modal } from '../../ui/Modal'
import styles from './BankDialog.module.css'

interface BankDialogProps {
  open: boolean
  /** Address of the bank's page. */
  page: string
  /** The bank has its answer. */
  onDone: () => void
  onClose: () => void
}

/** The bank's own page, in which it asks its guest. */
export function BankDialog({ open, page, onDone, onClose }: BankDialogProps) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const frame = useRef<HTMLIFrameElement>(null)
  const source = new URL(page, location.href)
  source.searchParams.set('locale', locale)
  source.searchParams.set('theme', currentTheme())

  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== source.origin) return
      // A message proves nothing: the server is asked what really happened.
      if (event.data?.type === 'authentication:done') onDone()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onDone, source.origin])

  return (
    <Modal open={open} onClose={onClose} title={t('payment.bank-title')}>
      {open && (
        <iframe ref={frame} className={styles.frame} src={source.href} title={t('payment.bank-frame')} />
      )}
    </Modal>
  )
}
