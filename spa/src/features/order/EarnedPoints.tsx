import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import type { Order, OrderStatus } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { brand } from '../../brand/brand'
import { usePaths } from '../../market/useMarket'
import { useNow } from '../../time/useNow'
import styles from './OrderPage.module.css'

interface EarnedPointsProps {
  order: Order
  status: OrderStatus
  /** Loads the order again. */
  onStale: () => void
}

/** For how long after its completion an order has just earned its points, in milliseconds. */
const justNow = 86_400_000

/** When the order is loaded again for its points, in milliseconds after its completion: they are booked a moment after it. */
const bookingTimes = [500, 2000, 5000, 15_000]

/** The points that a completed order earned its customer. */
export function EarnedPoints({ order: { earned = 0 }, status, onStale }: EarnedPointsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const now = useNow().getTime()
  const isSignedIn = useSelector(selectSignedIn)
  const completedAt = Date.parse(
    status.steps.findLast((step) => step.status === 'completed')?.at ?? status.promisedAt,
  )
  const isRecent = now - completedAt < justNow
  const awaited = brand.loyalty && isSignedIn && earned === 0 && isRecent
  const reload = useEffectEvent(onStale)
  useEffect(() => {
    if (!awaited) return
    const timers = bookingTimes.map((time) => setTimeout(() => reload(), time))
    return () => timers.forEach(clearTimeout)
  }, [awaited])
  return (
    <div role="status">
      {earned > 0 && (
        <section className={styles.earned}>
          <h2>{t(isRecent ? 'order.earned-now' : 'order.earned', { count: earned })}</h2>
          <p>
            {t('order.earned-line')}{' '}
            {isSignedIn && <Link to={paths.page('rewards')}>{t('order.rewards')}</Link>}
          </p>
        </section>
      )}
    </div>
  )
}
