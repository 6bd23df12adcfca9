import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { useNavigate } from 'react-router'
import type { Basket } from '../../../api/generated'
import { useBasket } from '../../../basket/basket'
import { OrderButton } from '../../../basket/OrderButton'
import { handoffOf } from '../../../market/handoff'
import { usePaths } from '../../../market/useMarket'
import { mealAt } from '../../../time/meal'
import { ErrorSummary, useErrorSummary } from '../../../ui/feedback/ErrorSummary'
import { useVehicleTexts, VehicleFields } from '../../../ui/form/VehicleFields'
import type { Vehicle } from '../../../ui/form/vehicle'
import styles from '../Checkout.module.css'
import { CheckoutFrame } from '../CheckoutFrame'
import { CheckoutUnavailable } from '../CheckoutUnavailable'
import { type Contact, detailsTyped, selectContact, selectVehicle } from '../draft'
import { detailsSchema } from '../formSchemas'
import { HoldClock } from '../HoldClock'
import { keepFocusOnPress } from '../keepFocusOnPress'
import { ObstacleNotices } from '../obstacles/ObstacleNotices'
import { hasObstacles, obstaclesOf } from '../obstacles/obstacles'
import { useRuleText } from '../useRuleText'
import { ContactFields, contactLabels } from './ContactFields'
import { suggestEmail } from './suggestEmail'

/** Step 3: contact details, and the car for curbside orders. */
export function CheckoutPage() {
  const { t } = useTranslation()
  const query = useBasket({ olderThan: 60, watch: true })
  if (!query.basket || query.basket.lines.length === 0 || query.basket.state !== 'open') {
    return <CheckoutUnavailable title={t('checkout.title')} query={query} />
  }
  return <DetailsForm key={query.basket.handoff} basket={query.basket} refetch={query.refetch} />
}

type Details = Contact & Vehicle

function DetailsForm({ basket, refetch }: { basket: Basket; refetch: () => void }) {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const paths = usePaths()
  const rule = useRuleText()
  const handoff = handoffOf(basket.handoff)
  const curbside = handoff === 'curbside'
  const contact = useSelector(selectContact)
  const vehicle = useSelector(selectVehicle)
  const vehicleTexts = useVehicleTexts()
  const summary = useErrorSummary()
  const notices = useRef<HTMLDivElement>(null)
  const resolver = useMemo(() => valibotResolver(detailsSchema(handoff)), [handoff])
  const form = useForm<Details>({
    defaultValues: { ...contact, ...vehicle },
    mode: 'onTouched',
    shouldFocusError: false,
    resolver,
  })
  const { errors } = form.formState
  const obstacles = obstaclesOf(basket)
  const meal = basket.hold ? mealAt(basket.hold.start, basket.store.timeZone) : 'any'

  useEffect(() => {
    const subscription = form.watch((typed) => dispatch(detailsTyped(typed as Details)))
    return () => subscription.unsubscribe()
  }, [form, dispatch])

  const submit = form.handleSubmit((details) => {
    dispatch(detailsTyped(details))
    if (hasObstacles(obstacles)) notices.current?.focus()
    else void navigate(paths.payment)
  }, summary.showErrors)

  return (
    <CheckoutFrame basket={basket} title={t('checkout.title')}>
      <header className={styles.head}>
        <h1>{t(`checkout.almost-${meal}`)}</h1>
        <HoldClock basket={basket} onEnd={refetch} />
      </header>
      {hasObstacles(obstacles) && (
        <ObstacleNotices ref={notices} basket={basket} obstacles={obstacles} onResolved={refetch} />
      )}
      <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
        <h2>
          <span aria-hidden="true">1</span>
          {t('checkout.who')}
        </h2>
        {summary.shown && (
          <ErrorSummary
            ref={summary.ref}
            entries={Object.entries(errors).map(([name, error]) => ({
              name,
              message:
                name in contactLabels
                  ? (rule(name, error?.message, t(contactLabels[name as keyof Contact])) ?? '')
                  : (vehicleTexts.rule(error?.message, vehicleTexts.label(name as keyof Vehicle)) ?? ''),
              onGo: () => form.setFocus(name as keyof Details),
            }))}
          />
        )}
        <ContactFields
          register={form.register}
          error={(name) => errors[name]?.message}
          suggestion={form.formState.touchedFields.email ? suggestEmail(form.watch('email')) : undefined}
          onAcceptSuggestion={(email) => {
            form.setValue('email', email, { shouldValidate: true })
            form.setFocus('email')
          }}
        />
        {curbside && (
          <fieldset className={styles.car}>
            <legend>{t('curbside.title')}</legend>
            <p>{t('curbside.line')}</p>
            <VehicleFields register={form.register} error={(name) => errors[name]?.message} />
          </fieldset>
        )}
        <OrderButton type="submit" wide onMouseDown={keepFocusOnPress}>
          {t('checkout.to-payment')}
        </OrderButton>
        <p className={styles.small}>{t('checkout.no-account')}</p>
      </form>
      <section className={`${styles.part} ${styles.nextStep}`}>
        <h2>
          <span aria-hidden="true">2</span>
          {t('checkout.how')}
        </h2>
      </section>
    </CheckoutFrame>
  )
}
