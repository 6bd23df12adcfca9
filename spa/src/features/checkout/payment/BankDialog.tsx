import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTheme } from '../../../brand/theme'
import { useMarket } from '../../../market/useMarket'
import { Modal } from '../../../ui/overlay/Modal'
import styles from './BankDialog.module.css'
import type { BankReturn } from './cardFieldMessages'

interface BankDialogProps {
  open: boolean
  /** URL of the bank's page. */
  page: string
  /** Called when the bank's page is finished. */
  onDone: () => void
  onClose: () => void
}

/** BankDialog shows the bank's authentication page in a dialog. */
export function BankDialog({ open, page, onDone, onClose }: BankDialogProps) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const source = `/pay/bank.html?${new URLSearchParams({ page, locale, theme: currentTheme() })}`

  useEffect(() => {
    const onMessage = (event: MessageEvent<BankReturn>) => {
      // The message comes from a nested frame and proves nothing: the server checks the result.
      if (event.origin === location.origin && event.data?.type === 'authentication:done') onDone()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [onDone])

  return (
    <Modal open={open} onClose={onClose} title={t('payment.bank-title')}>
      {open && <iframe className={styles.frame} src={source} title={t('payment.bank-frame')} />}
    </Modal>
  )
}
