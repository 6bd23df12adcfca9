import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order, OrderStatus } from '../../api/generated'
import { calendarUrl } from '../../api/order'
import { formatPhone } from '../../market/formatPhone'
import { handoffOf } from '../../market/handoff'
import { useMarket } from '../../market/useMarket'
import { formatDate, formatTime } from '../../time/time'
import { formatVehicle } from '../../ui/form/vehicle'
import { useTimeText } from '../../ui/text/useTimeText'
import styles from './OrderPage.module.css'
import { isAhead, isPlaced } from './progress'

/** Facts for the pickup: order number, address and phone. */
export function OrderFacts({ order, status }: { order: Order; status: OrderStatus }) {
  const { t } = useTranslation()
  const { lang, locale } = useMarket()
  const { store: location } = order
  const { when } = useTimeText(location.timeZone)
  const { latitude, longitude } = location
  // A plain link: no request to Google before the guest follows it.
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: `${latitude},${longitude}` })}`
  const isPlacedOrder = isPlaced(status.status)
  return (
    <dl className={styles.facts}>
      {isPlacedOrder && order.number && (
        <Fact name={t('order.number')}>
          <span className={styles.number}>{order.number}</span>
        </Fact>
      )}
      {isPlacedOrder && (
        <Fact name={t('order.when')}>
          {when(status.promisedAt)}
          {isAhead(order.placedAt, status) && (
            <>
              <br />
              <a className="tap" href={calendarUrl(order.orderToken, locale)}>
                {t('order.calendar')}
              </a>
            </>
          )}
        </Fact>
      )}
      <Fact name={t('order.grill')}>
        <b>{location.label}</b>
        <br />
        {location.address}
        <br />
        <a className="tap" href={map} target="_blank" rel="noreferrer">
          {t('order.map')}
          <span className="visually-hidden"> {t('order.new-tab')}</span>
        </a>
      </Fact>
      <Fact name={t('app.how')}>{t(`app.handoff-${handoffOf(order.handoff)}`)}</Fact>
      {order.vehicle && <Fact name={t('curbside.car')}>{formatVehicle(order.vehicle)}</Fact>}
      {location.phone && (
        <Fact name={t('order.phone')}>
          <a className="tap" href={`tel:${location.phone}`}>
            {formatPhone(location.phone, lang)}
          </a>
        </Fact>
      )}
      {isPlacedOrder && (
        <Fact name={t('order.placed')}>
          {t('order.placed-at', {
            day: formatDate(order.placedAt, location.timeZone, lang),
            time: formatTime(order.placedAt, location.timeZone, lang),
          })}
        </Fact>
      )}
      {isPlacedOrder && order.email && (
        <Fact name={t('order.receipt')}>{t('order.sent-to', { email: order.email })}</Fact>
      )}
      {order.erased && <Fact name={t('order.details')}>{t('order.erased')}</Fact>}
      {order.instructions && <Fact name={t('order.instructions')}>{order.instructions}</Fact>}
      {order.cutlery && <Fact name={t('order.cutlery')}>{t('order.cutlery-line')}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
