import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/form/Button'
import styles from './SaveOffer.module.css'

/** Offers an account to a guest who ordered. The form and its texts load on the press. */
export function SaveOffer({ children: form }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <Button tone="second" aria-busy={isOpen || undefined} onClick={() => setIsOpen(true)}>
      {t('order.save-open')}
    </Button>
  )
  return (
    <section className={styles.offer}>
      <h2>{t('order.save-heading')}</h2>
      <p>{t('order.save-line')}</p>
      {isOpen ? <Suspense fallback={button}>{form}</Suspense> : button}
    </section>
  )
}
