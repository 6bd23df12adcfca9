import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket, Method } from '../../../api/generated'
import { OrderButton } from '../../../basket/OrderButton'
import { formatPhone } from '../../../market/formatPhone'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { ErrorSummary, useErrorSummary } from '../../../ui/feedback/ErrorSummary'
import { formatVehicle, type Vehicle } from '../../../ui/form/vehicle'
import { useTimeText } from '../../../ui/text/useTimeText'
import styles from '../Checkout.module.css'
import type { Billing, Contact } from '../draft'
import { HoldClock } from '../HoldClock'
import { keepFocusOnPress } from '../keepFocusOnPress'
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
  /** Payment methods; empty for a free order; undefined while unknown. */
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
  const { standing } = placement
  const refusal = standing.phase === 'refused' ? standing.error : undefined
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

  const form = useBillingForm(country, contact, refusal)
  const { errors } = form.formState
  const labels = billingLabels(country)
  const fields = Object.keys(labels) as (keyof Billing)[] // in the order of the page

  const obstacles = obstaclesOf(basket, refusal)
  const differences = differencesOf(seen, basket)
  const blocked = hasObstacles(obstacles) || differences.length > 0
  const busy = checking || standing.phase === 'placing' || standing.phase === 'bank'
  const settled = standing.phase === 'ready' || standing.phase === 'refused'

  // Moves the focus to a rejection, a lost answer or a pending bank confirmation.
  const waits = standing.phase === 'bank' && !standing.open
  useEffect(() => {
    if (standing.phase === 'refused' || standing.phase === 'unsure' || waits) notice.current?.focus()
  }, [standing.phase, waits])

  const start = () => {
    if (!settled || busy || !methods || !navigator.onLine) return false
    if (blocked) {
      notice.current?.focus()
      return false
    }
    button.current?.focus()
    return true
  }

  const refused = () => {
    if (!cardComplete) card.current?.check()
    summary.refused()
  }
  const payByCard = form.handleSubmit(async (checked) => {
    if (!start()) return
    setChecking(true)
    const paymentMethod = await card.current?.tokenize(checked)
    setChecking(false)
    if (paymentMethod) placement.place({ card: { contact, vehicle, billing: checked, paymentMethod, total } })
  }, refused)

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
        if (start()) placement.place({ free: { contact, vehicle } })
      }}
    >
      <header className={styles.head}>
        <h1>{free ? t('payment.free-heading') : t('payment.heading')}</h1>
        <HoldClock basket={basket} onEnd={onStale} />
      </header>
      <Who contact={contact} vehicle={vehicle} />
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
          settled={settled}
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
            onMended={({ hold }) => {
              setSeen((before) => ({ ...before, hold }))
              placement.mended()
              button.current?.focus()
            }}
          >
            {refusal?.problem?.code.startsWith('payment-') && <PlacementNotice placement={placement} />}
            {differences.length > 0 && (
              <CartChangedNotice
                seen={seen}
                now={basket}
                differences={differences}
                onAccept={() => {
                  setSeen(basket)
                  placement.mended()
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
          aria-disabled={busy || !settled || blocked || undefined}
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
    if (standing.phase === 'bank') return t('payment.at-bank')
    if (busy) return t('payment.placing')
    return free ? t('payment.place-free') : t('payment.place', { total: formatAmount(total, lang) })
  }
}

/** Summary of step 1 with a link back to it. */
function Who({ contact, vehicle }: { contact: Contact; vehicle?: Vehicle }) {
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
