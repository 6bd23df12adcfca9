import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTheme } from '../../../brand/theme'
import { useMarket } from '../../../market/useMarket'
import { Modal } from '../../../ui/overlay/Modal'
import styles from './BankDialog.module.css'
import type { BankReturn } from './cardFieldMessages'

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
  const source = `/pay/bank.html?${new URLSearchParams({ page, locale, theme: currentTheme() })}`

  useEffect(() => {
    const hear = (event: MessageEvent<BankReturn>) => {
      // It comes from a frame in the frame. A message proves nothing: the server is asked what really happened.
      if (event.origin === location.origin && event.data?.type === 'authentication:done') onDone()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onDone])

  return (
    <Modal open={open} onClose={onClose} title={t('payment.bank-title')}>
      {open && <iframe className={styles.frame} src={source} title={t('payment.bank-frame')} />}
    </Modal>
  )
}
