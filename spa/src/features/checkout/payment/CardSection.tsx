import type { Ref } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Method } from '../../../api/generated'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import styles from '../Checkout.module.css'
import type { Billing } from '../draft'
import { BillingFields } from './BillingFields'
import { CardField, type CardFieldHandle } from './CardField'

interface CardSectionProps {
  ref: Ref<CardFieldHandle>
  /** Payment method; undefined while unknown. */
  method: Method | undefined
  /** Form of the card's billing address. */
  form: UseFormReturn<Billing>
  /** Location's country. */
  country: string
  /** True when no placement is in progress, so the card can be edited. */
  editable: boolean
  /** Called with whether the input could be a complete card. */
  onChange: (complete: boolean) => void
  /** Called when Enter is pressed in the card field. */
  onSubmit: () => void
}

/** Card field and billing address form. */
export function CardSection({ ref, method, form, country, editable, onChange, onSubmit }: CardSectionProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.part} inert={!editable}>
      <h2>
        <span aria-hidden="true">2</span>
        {t('payment.card')}
      </h2>
      {/* The height depends on the provider: render nothing below until the method is known. */}
      {method ? (
        <>
          {method.provider === 'sandbox' && <SandboxNote />}
          <CardField
            ref={ref}
            address={method.field}
            publishableKey={method.publishableKey}
            country={country}
            onChange={onChange}
            onSubmit={onSubmit}
          />
          <BillingFields form={form} country={country} />
        </>
      ) : (
        <Skeleton height="36rem" />
      )}
    </section>
  )
}

/** Shows the sandbox's test card. Rendered only if the payment provider is the sandbox. */
function SandboxNote() {
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
