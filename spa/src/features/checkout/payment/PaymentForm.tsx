import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket, Method } from '../../../api/generated'
import { OrderButton } from '../../../basket/OrderButton'
import { formatPhone } from '../../../market/formatPhone'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { ErrorSummary, useErrorSummary } from '../../../ui/feedback/ErrorSummary'
import { keepFocusOnPress } from '../../../ui/form/keepFocusOnPress'
import { formatVehicle, type Vehicle } from '../../../ui/form/vehicle'
import { useTimeText } from '../../../ui/text/useTimeText'
import styles from '../Checkout.module.css'
import type { Billing, Contact } from '../draft'
import { HoldClock } from '../HoldClock'
import { CartChangedNotice } from '../obstacles/CartChangedNotice'
import { differencesOf } from '../obstacles/differences'
import { ObstacleNotices } from '../obstacles/ObstacleNotices'
import { hasObstacles, obstaclesOf } from '../obstacles/obstacles'
import { useRuleText } from '../useRuleText'
import { billingLabels } from './BillingFields'
import type { CardFieldHandle } from './CardField'
import { CardSection } from './CardSection'
import { PlacementNotice } from './PlacementNotice'
import { useBillingForm } from './useBillingForm'
import type { OrderPlacement } from './usePlacement'

interface PaymentFormProps {
  basket: Basket
  contact: Contact
  /** Curbside orders only. */
  vehicle?: Vehicle
  /** Payment methods; undefined while unknown. A free order needs none. */
  methods: Method[] | undefined
  placement: OrderPlacement
  /** Called when the basket on screen is outdated. */
  onStale: () => void
}

export function PaymentForm({ basket, contact, vehicle, methods, placement, onStale }: PaymentFormProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { whenAt } = useTimeText(basket.store.timeZone)
  const rule = useRuleText()
  const { state } = placement
  const rejection = state.phase === 'refused' ? state.error : undefined
  const { total } = basket.totals
  const free = total.minor === 0
  const method = methods?.[0]
  const { country } = basket.store

  const card = useRef<CardFieldHandle>(null)
  const summary = useErrorSummary()
  const notice = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [checking, setChecking] = useState(false)
  const [cardComplete, setCardComplete] = useState(false)
  const [seen, setSeen] = useState(basket)

  const form = useBillingForm(country, contact, rejection)
  const { errors } = form.formState
  const labels = billingLabels(country)
  const fields = Object.keys(labels) as (keyof Billing)[] // in the order of the page

  const obstacles = obstaclesOf(basket, rejection)
  const differences = differencesOf(seen, basket)
  const blocked = hasObstacles(obstacles) || differences.length > 0
  const busy = checking || state.phase === 'placing' || state.phase === 'bank'
  const editable = state.phase === 'ready' || state.phase === 'refused'

  // Moves the focus to a rejection, a lost answer or a pending bank confirmation.
  const bankDialogClosed = state.phase === 'bank' && !state.open
  useEffect(() => {
    if (state.phase === 'refused' || state.phase === 'unsure' || bankDialogClosed) notice.current?.focus()
  }, [state.phase, bankDialogClosed])

  /** Reports whether the form may be submitted; else moves the focus to the notice that says why. */
  const canSubmit = () => {
    if (!editable || busy || !(free || methods) || !navigator.onLine) return false
    if (blocked) {
      notice.current?.focus()
      return false
    }
    button.current?.focus()
    return true
  }

  const showErrors = () => {
    if (!cardComplete) card.current?.check()
    summary.showErrors()
  }
  const payByCard = form.handleSubmit(async (billing) => {
    if (!canSubmit()) return
    setChecking(true)
    const paymentMethod = await card.current?.tokenize(billing)
    setChecking(false)
    if (paymentMethod) placement.place({ card: { contact, vehicle, billing, paymentMethod, total } })
  }, showErrors)

  const submit = useCallback(() => {
    button.current?.form?.requestSubmit()
  }, [])

  return (
    <form
      className={styles.sheet}
      noValidate
      onSubmit={(event) => {
        if (!free) return void payByCard(event)
        event.preventDefault()
        if (canSubmit()) placement.place({ free: { contact, vehicle } })
      }}
    >
      <header className={styles.head}>
        <h1>{free ? t('payment.free-heading') : t('payment.heading')}</h1>
        <HoldClock basket={basket} onEnd={onStale} />
      </header>
      <ContactSummary contact={contact} vehicle={vehicle} />
      {summary.shown && (
        <ErrorSummary
          ref={summary.ref}
          entries={[
            ...(free || cardComplete
              ? []
              : [{ name: 'card', message: t('payment.card-required'), onGo: () => card.current?.focus() }]),
            ...fields
              .filter((name) => errors[name])
              .map((name) => ({
                name,
                message: rule(name, errors[name]?.message, t(labels[name])) ?? '',
                onGo: () => form.setFocus(name),
              })),
          ]}
        />
      )}
      {!free && (
        <CardSection
          ref={card}
          method={method}
          form={form}
          country={country}
          editable={editable}
          onChange={setCardComplete}
          onSubmit={submit}
        />
      )}
      <section className={styles.place}>
        {blocked ? (
          <ObstacleNotices
            ref={notice}
            basket={basket}
            obstacles={obstacles}
            onResolved={({ hold }) => {
              setSeen((before) => ({ ...before, hold }))
              placement.clearRejection()
              button.current?.focus()
            }}
          >
            {rejection?.problem?.code.startsWith('payment-') && <PlacementNotice placement={placement} />}
            {differences.length > 0 && (
              <CartChangedNotice
                seen={seen}
                now={basket}
                differences={differences}
                onAccept={() => {
                  setSeen(basket)
                  placement.clearRejection()
                  button.current?.focus()
                }}
              />
            )}
          </ObstacleNotices>
        ) : (
          <PlacementNotice ref={notice} placement={placement} />
        )}
        <OrderButton
          ref={button}
          type="submit"
          wide
          aria-disabled={busy || !editable || blocked || undefined}
          onMouseDown={keepFocusOnPress}
          aria-describedby="agreement"
        >
          {label()}
        </OrderButton>
        <p className={styles.small} id="agreement">
          {basket.hold && agreement(whenAt(basket.hold.start))}
        </p>
      </section>
    </form>
  )

  function agreement(time: string) {
    if (free) return t(vehicle ? 'payment.agree-free-curbside' : 'payment.agree-free', { time })
    return t(vehicle ? 'payment.agree-curbside' : 'payment.agree', { total: formatAmount(total, lang), time })
  }

  function label() {
    if (state.phase === 'bank') return t('payment.at-bank')
    if (busy) return t('payment.placing')
    return free ? t('payment.place-free') : t('payment.place', { total: formatAmount(total, lang) })
  }
}

/** Summary of step 1 with a link back to it. */
function ContactSummary({ contact, vehicle }: { contact: Contact; vehicle?: Vehicle }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  return (
    <section className={styles.part}>
      <h2>
        <span aria-hidden="true">1</span>
        {t('checkout.who')}
      </h2>
      <div className={styles.contactSummary}>
        <p>
          <b>
            {contact.firstName} {contact.lastName}
          </b>
          {contact.email}
          <br />
          {formatPhone(contact.phone, lang)}
          {vehicle && (
            <>
              <br />
              {formatVehicle(vehicle)}
            </>
          )}
        </p>
        <Link className={`tap ${styles.link}`} to={paths.checkout}>
          {t('payment.change-who')}
        </Link>
      </div>
    </section>
  )
}
