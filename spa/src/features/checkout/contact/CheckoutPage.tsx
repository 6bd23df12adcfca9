import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { Link, useNavigate } from 'react-router'
import { type Basket, useGetProfileQuery } from '../../../api/generated'
import { selectSignedIn } from '../../../api/session'
import { useBasket } from '../../../basket/basket'
import { OrderButton } from '../../../basket/OrderButton'
import { formatPhone } from '../../../market/formatPhone'
import { handoffOf } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { mealAt } from '../../../time/meal'
import { ErrorSummary, useErrorSummary } from '../../../ui/feedback/ErrorSummary'
import { ContactFields } from '../../../ui/form/ContactFields'
import { keepFocusOnPress } from '../../../ui/form/keepFocusOnPress'
import { usePrefill } from '../../../ui/form/usePrefill'
import { useVehicleTexts, VehicleFields } from '../../../ui/form/VehicleFields'
import type { Vehicle } from '../../../ui/form/vehicle'
import styles from '../Checkout.module.css'
import { CheckoutFrame } from '../CheckoutFrame'
import { CheckoutUnavailable } from '../CheckoutUnavailable'
import { type Contact, detailsTyped, selectContact, selectVehicle } from '../draft'
import { contactLabels, detailsSchema } from '../formSchemas'
import { HoldClock } from '../HoldClock'
import { ObstacleNotices } from '../obstacles/ObstacleNotices'
import { hasObstacles, obstaclesOf } from '../obstacles/obstacles'
import { useRuleText } from '../useRuleText'
import { KeepCar, SavedCars, useSavedCars } from './SavedCars'

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
  const isSignedIn = useSelector(selectSignedIn)
  const summary = useErrorSummary()
  const notices = useRef<HTMLDivElement>(null)
  const resolver = useMemo(() => valibotResolver(detailsSchema(handoff)), [handoff])
  const form = useForm<Details>({
    defaultValues: { ...contact, ...vehicle },
    mode: 'onTouched',
    shouldFocusError: false,
    resolver,
  })
  const saved = useSavedCars(curbside)
  usePrefill(form, useCustomerDetails(saved.cars))
  const { errors } = form.formState
  const obstacles = obstaclesOf(basket)
  const meal = basket.hold ? mealAt(basket.hold.start, basket.store.timeZone) : 'any'

  useEffect(() => {
    const subscription = form.watch((typed) => dispatch(detailsTyped(typed as Details)))
    return () => subscription.unsubscribe()
  }, [form, dispatch])

  function choose({ make, model, colour }: Vehicle) {
    for (const [name, value] of Object.entries({ make, model, colour }))
      form.setValue(name as keyof Vehicle, value, { shouldValidate: true })
  }

  const submit = form.handleSubmit((details) => {
    dispatch(detailsTyped(details))
    if (curbside) void saved.keep(details)
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
        {!isSignedIn && (
          <p className={styles.small}>
            {t('checkout.have-account')} <Link to={paths.login(paths.checkout)}>{t('checkout.sign-in')}</Link>
          </p>
        )}
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
          labels={{
            firstName: t(contactLabels.firstName),
            lastName: t(contactLabels.lastName),
            email: t(contactLabels.email),
            phone: t(contactLabels.phone),
          }}
          hints={{ email: t('checkout.email-hint'), phone: t('checkout.phone-hint') }}
          error={(name) => rule(name, errors[name]?.message)}
          leftEmail={form.formState.touchedFields.email ? form.watch('email') : undefined}
          suggestionText={(email) => t('checkout.meant', { email })}
          phoneRequired
          onAcceptSuggestion={(email) => {
            form.setValue('email', email, { shouldValidate: true })
            form.setFocus('email')
          }}
        />
        {curbside && (
          <fieldset className={styles.car}>
            <legend>{t('curbside.title')}</legend>
            <p>{t('curbside.line')}</p>
            <SavedCars saved={saved} car={form.watch()} onChoose={choose} />
            <VehicleFields register={form.register} error={(name) => errors[name]?.message} />
            <KeepCar saved={saved} car={form.watch()} />
          </fieldset>
        )}
        <OrderButton type="submit" wide onMouseDown={keepFocusOnPress}>
          {t('checkout.to-payment')}
        </OrderButton>
        {!isSignedIn && <p className={styles.small}>{t('checkout.no-account')}</p>}
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

/** Returns what the customer's profile has for the form, in groups: names, email, phone, and the first of the cars. */
function useCustomerDetails([car]: readonly Vehicle[] = []): (Partial<Details> | undefined)[] {
  const { lang } = useMarket()
  const isSignedIn = useSelector(selectSignedIn)
  const { data: profile } = useGetProfileQuery(undefined, { skip: !isSignedIn })
  return [
    profile && { firstName: profile.firstName, lastName: profile.lastName },
    profile && { email: profile.email },
    profile && { phone: formatPhone(profile.phone, lang) },
    car && { make: car.make, model: car.model, colour: car.colour },
  ]
}
