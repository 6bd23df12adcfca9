import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order, OrderStatus } from '../../api/generated'
import { Dish } from '../../food/Dish'
import { Stack } from '../../food/Stack'
import { placeLayers } from '../../food/stack'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { mealAt } from '../../time/meal'
import { daysAway, formatNear, timeParts } from '../../time/time'
import { useNow } from '../../time/useNow'
import { TimeZoneNote } from '../../ui/text/TimeZoneNote'
import { emWidth } from './emWidth'
import styles from './PromisedTime.module.css'
import { drawingFor, isLate, missingLayers } from './progress'

/** Statuses in which the promised time is shown. */
const statusesWithTime = new Set(['scheduled', 'accepted', 'in-preparation'])

/** The promised time in large digits, and a drawing of the order's progress. */
export function PromisedTime({ order, status }: { order: Order; status: OrderStatus }) {
  return (
    <section className={styles.promise}>
      <div className={`wrap ${styles.row}`}>
        <div className={styles.text}>
          <Headline order={order} status={status} />
          <p className={styles.sentence} role="status">
            {useStatusSentence(order, status)}
          </p>
          {statusesWithTime.has(status.status) && <TimeZoneNote zone={order.store.timeZone} />}
        </div>
        <div className={styles.food}>
          <Food lines={order.lines} status={status.status} />
        </div>
      </div>
    </section>
  )
}

/** Returns the status of the order in one or two sentences. */
function useStatusSentence(order: Order, status: OrderStatus): string {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const values = { store: order.store.label, number: order.number }
  if (isLate(status, now)) return t('order.late', values)
  if (status.status === 'ready' && status.arrival) return t(`curbside.ready-${status.arrival.state}`, values)
  const sentence = t(`order.standing-${status.status}`, values)
  if (status.status !== 'cancelled' && status.status !== 'not-approved') return sentence
  const refund = () => {
    const total = formatAmount(order.total, lang)
    return order.lastFour
      ? t('order.refund-card', { total, lastFour: order.lastFour })
      : t('order.refund', { total })
  }
  const rewards = order.adjustments.some(({ points, grant }) => points || grant)
  return [
    sentence,
    status.refunded ? refund() : t('order.nothing-charged'),
    rewards && t('order.refund-rewards'),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Statuses in which no food exists: before preparation, or after the end. */
const statusesWithoutFood = new Set<OrderStatus['status']>([
  'pending',
  'authentication',
  'not-paid',
  'cancelled',
  'not-approved',
])

/** Draws the order: a burger gains layers with progress; other dishes are complete or a shadow. */
function Food({ lines, status }: { lines: Order['lines']; status: OrderStatus['status'] }) {
  const drawing = drawingFor(lines)
  if ('picture' in drawing)
    return <Dish className={styles.dish} picture={drawing.picture} shadow={statusesWithoutFood.has(status)} />
  const layers = placeLayers(drawing.stack)
  const missing = missingLayers(layers, status)
  return (
    <>
      <div className={styles.shadow}>
        <Stack layers={layers} />
      </div>
      <Stack layers={layers.filter(({ key }) => !missing.has(key))} animated />
    </>
  )
}

function Headline({ order, status }: { order: Order; status: OrderStatus }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const { firstName: name, store: location } = order
  const zone = location.timeZone
  if (order.erased)
    return (
      <h1>
        {t('order.heading-erased')} <PosterLine text={t('order.poster-erased')} />
      </h1>
    )
  switch (status.status) {
    case 'scheduled':
    case 'accepted':
    case 'in-preparation': {
      const at = status.promisedAt
      const today = daysAway(at, zone, now) === 0
      const dayText = today ? t('order.at') : t('order.day-at', { day: formatNear(at, zone, lang, now) })
      return (
        <h1>
          {t(`order.heading-${mealAt(at, zone)}`, { name, at: dayText })}{' '}
          <Clock instant={at} zone={zone} lang={lang} />
        </h1>
      )
    }
    default:
      return (
        <h1>
          {t(`order.heading-${status.status}`, { name })}{' '}
          <PosterLine text={t(`order.poster-${status.status}`)} />
        </h1>
      )
  }
}

/** The promised time. Its digits fill the width; the text around them is small. */
function Clock({ instant, zone, lang }: { instant: string; zone: string; lang: string }) {
  const parts = timeParts(instant, zone, lang)
  const isText = (value: string) => /\p{L}/u.test(value)
  const ems = parts.reduce(
    (sum, part) => sum + (isText(part) ? emWidth(part.trim()) * 0.3 + 0.16 : emWidth(part)),
    0,
  )
  return (
    <time className={styles.poster} dateTime={instant} style={{ '--ems': ems } as CSSProperties}>
      <span className="visually-hidden">{parts.join('')}</span>
      <span aria-hidden="true">
        {parts.map((part) => (isText(part) ? <small key={part}>{part.trim()}</small> : part))}
      </span>
    </time>
  )
}

function PosterLine({ text }: { text: string }) {
  return (
    <span
      // Descenders need extra space.
      className={/[gjpqy]/.test(text) ? `${styles.poster} ${styles.withDescenders}` : styles.poster}
      style={{ '--ems': emWidth(text) } as CSSProperties}
    >
      {text}
    </span>
  )
}
