import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Order, OrderStatus } from '../../api/generated'
import { useArriveMutation } from '../../api/order'
import { useAction } from '../../api/useAction'
import { useMarket } from '../../market/useMarket'
import { formatTime } from '../../time/time'
import { useNow } from '../../time/useNow'
import { announce } from '../../ui/feedback/Announcer'
import { Button } from '../../ui/form/Button'
import { TextButton } from '../../ui/form/TextButton'
import { VehicleFields, vehicleSchema } from '../../ui/form/VehicleFields'
import { formatVehicle, noVehicle, type Vehicle } from '../../ui/form/vehicle'
import { useTimeText } from '../../ui/text/useTimeText'
import styles from './CurbsideArrival.module.css'
import { OrderActionError } from './OrderActionError'

interface CurbsideArrivalProps {
  order: Order
  status: OrderStatus
  /** Called when the order on the page is outdated. */
  onStale: () => void
}

/** Curbside arrival: the guest reports "I'm here" with the given car or another, and can correct it later. */
export function CurbsideArrival({ order, status, onStale }: CurbsideArrivalProps) {
  const { t } = useTranslation()
  const { arrival } = status
  const { lang } = useMarket()
  const [arrive] = useArriveMutation()
  const { run, busy, error } = useAction({ onFailure: onStale })
  const [editingCar, setEditingCar] = useState(false)
  const car = order.vehicle ?? noVehicle
  const form = useForm<Vehicle>({ values: car, mode: 'onTouched', resolver: valibotResolver(vehicleSchema) })
  const heading = useRef<HTMLHeadingElement>(null)
  const { whenAt } = useTimeText(order.store.timeZone)
  const now = useNow(10_000)
  useScrollToArrival(heading)

  if (!arrival || !order.vehicle || arrival.state === 'picked-up') return null
  const hasArrived = arrival.state === 'arrived'
  if (hasArrived && !arrival.awaited) return null
  if (!arrival.awaited && status.final) return null

  const tooSoon = Date.parse(arrival.from) > now.getTime()

  const reportArrival = (vehicle?: Vehicle) =>
    run(async () => {
      await arrive({ orderToken: order.orderToken, arrivalInputBody: { vehicle } }).unwrap()
      setEditingCar(false)
      announce(t(hasArrived ? 'curbside.corrected' : 'curbside.told'))
      heading.current?.focus()
    })

  return (
    <section className={styles.curb} aria-labelledby="here">
      <h2 id="here" ref={heading} tabIndex={-1}>
        {t(hasArrived ? 'curbside.there-heading' : arrival.awaited ? 'curbside.heading' : 'curbside.before')}
      </h2>
      <p>{t(!hasArrived ? 'curbside.park' : editingCar ? 'curbside.line' : 'curbside.there-line')}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!arrival.awaited) return
          if (editingCar) void form.handleSubmit(reportArrival)()
          else void reportArrival()
        }}
      >
        {editingCar ? (
          <VehicleFields register={form.register} error={(name) => form.formState.errors[name]?.message} />
        ) : (
          <p className={styles.car}>
            <span className="visually-hidden">{t('curbside.car')} </span>
            {formatVehicle(car)}
          </p>
        )}
        {hasArrived && !editingCar && arrival.at && (
          <p className={styles.since}>
            {t('curbside.there-since', { time: formatTime(arrival.at, order.store.timeZone, lang) })}
          </p>
        )}
        {(!hasArrived || editingCar) && (
          <Button
            type="submit"
            wide
            aria-disabled={busy || !arrival.awaited || undefined}
            aria-describedby={arrival.awaited ? undefined : 'not-yet'}
          >
            {busy ? t('curbside.telling') : t(hasArrived ? 'curbside.correct' : 'curbside.here')}
          </Button>
        )}
        {!arrival.awaited && (
          <p id="not-yet" className={styles.since}>
            {tooSoon ? t('curbside.from', { when: whenAt(arrival.from) }) : t('curbside.not-yet')}
          </p>
        )}
        {!editingCar && arrival.awaited && (
          <TextButton className={styles.change} onClick={() => setEditingCar(true)}>
            {t('curbside.change-car')}
          </TextButton>
        )}
      </form>
      {error && <OrderActionError error={error} phone={order.store.phone} />}
    </section>
  )
}

/** Scrolls to the arrival section for the email's link: the order loads too late for the browser's own anchor scrolling. */
function useScrollToArrival(heading: React.RefObject<HTMLHeadingElement | null>) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '#here') return
    heading.current?.scrollIntoView({ block: 'center' })
    heading.current?.focus({ preventScroll: true })
  }, [hash, heading])
}
