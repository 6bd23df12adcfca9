import { useTranslation } from 'react-i18next'
import styles from '../Checkout.module.css'

/** Shows the sandbox's test card. Rendered only if the payment provider is the sandbox. */
export function SandboxNote() {
  const { t } = useTranslation()
  return (
    <p className={styles.sandbox}>
      <b>{t('payment.sandbox')}</b> {t('payment.sandbox-line')} <code>4242 4242 4242 4242</code>{' '}
      <a href="/sandbox/payments" target="_blank" rel="noreferrer">
        {t('payment.sandbox-cards')}
      </a>
    </p>
  )
}
