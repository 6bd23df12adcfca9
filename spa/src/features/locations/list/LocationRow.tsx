import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Location } from '../../../api/generated'
import { earliestTime } from '../../../basket/locationContext'
import { formatPhone } from '../../../market/formatPhone'
import { readHandoff } from '../../../market/handoff'
import { siteOf } from '../../../market/market'
import { pathsOf } from '../../../market/paths'
import { useMarket } from '../../../market/useMarket'
import { ButtonLink } from '../../../ui/form/Button'
import { useOpenStatusText } from '../../../ui/text/useOpenStatusText'
import { useTimeText } from '../../../ui/text/useTimeText'
import { FavoriteButton } from '../FavoriteButton'
import { dishChoicePath, readDishChoice } from '../searchQuery'
import { directionsTo } from './directions'
import { formatDistance } from './distance'
import { HoursDisclosure } from './HoursDisclosure'
import { rowId } from './ListWithMap'
import styles from './LocationRow.module.css'
import { type Highlight, highlightProps } from './useHighlight'

interface LocationRowProps {
  location: Location
  /** Number of the location's map pin. */
  number?: number
  level?: 2 | 3
  pointing?: Highlight
}

/** A location in a list, with its distance if known. */
export function LocationRow({ location, number, level = 2, pointing }: LocationRowProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { t } = useTranslation()
  const market = useMarket()
  const { line } = location.address
  const distance =
    location.distanceMeters === undefined ? undefined : formatDistance(location.distanceMeters, market)
  return (
    <li
      className={styles.row}
      data-measured={distance ? true : undefined}
      {...highlightProps(location.id, pointing)}
    >
      {distance && (
        <p className={`num ${styles.distance}`}>
          {distance.number}
          <small>{distance.unit}</small>
        </p>
      )}
      <div className={styles.place}>
        <div className={styles.name}>
          {number !== undefined && (
            <span className={styles.number} aria-hidden="true">
              {number}
            </span>
          )}
          <Heading>
            <LocationLink location={location} />
          </Heading>
        </div>
        <address>{line}</address>
        <OpenStatusLines location={location} />
      </div>
      <div className={styles.acts}>
        <OrderHere location={location} />
        <a
          className={`tap ${styles.link}`}
          href={directionsTo(location.address)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('start.directions-to', { store: location.label })}
        >
          {t('start.directions')}
        </a>
        <FavoriteButton location={location} />
        <HoursDisclosure location={location} />
      </div>
    </li>
  )
}

const tones = {
  unknown: undefined,
  open: styles.open,
  closing: styles.shut,
  closed: styles.shut,
  'by-appointment': undefined,
}

/** Reserves a line for the current status. */
const place = '\u00a0'

/** Shows whether the location is open, until when, and the next order time. */
function OpenStatusLines({ location }: { location: Location }) {
  const { t } = useTranslation()
  const { whenAt } = useTimeText(location.timeZone)
  const type = readHandoff(useLocation().search)
  const openStatus = useOpenStatusText(location.opening, location.timeZone)
  const next = earliestTime(location, type)
  return (
    <>
      <p className={styles.openStatus}>
        <b className={tones[openStatus.state]}>{openStatus.now ?? place}</b>
        {openStatus.next && `\u00a0· ${openStatus.next}`}
      </p>
      <p className={styles.secondary}>
        {!location.onlineOrdering
          ? t('problem.no-online-orders')
          : next
            ? t(`start.next-${type}`, { time: whenAt(next) })
            : !location.opening && place}
      </p>
      {location.deliveryPartner && (
        <p className={styles.secondary}>{t('start.partner', { partner: location.deliveryPartner })}</p>
      )}
    </>
  )
}

/** Link to the location's page on the site of its country. */
function LocationLink({ location: { id, label, address, slug } }: { location: Location }) {
  const { home, away } = useHome(address.country)
  const to = pathsOf(home).location(address.state.slug, address.citySlug, slug)
  return (
    <Link id={rowId(id)} to={to} reloadDocument={away}>
      {label}
    </Link>
  )
}

/** Returns the site of a location's country, in the guest's language if available. */
function useHome(country: string) {
  const market = useMarket()
  const home = siteOf(country, [market.lang]) ?? market
  return { home, away: home !== market }
}

/** Link to the location's menu on the site of its country, or its phone number if it takes no online orders. */
function OrderHere({ location }: { location: Location }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { search } = useLocation()
  const { home, away } = useHome(location.address.country)
  if (!location.onlineOrdering) {
    if (!location.phone) return null
    return (
      <a className={`tap ${styles.link}`} href={`tel:${location.phone}`}>
        {t('menu.call', { phone: formatPhone(location.phone, lang) })}
      </a>
    )
  }
  return (
    <ButtonLink
      small
      to={dishChoicePath(
        pathsOf(home, readHandoff(search)),
        location.slug,
        readDishChoice(new URLSearchParams(search)),
      )}
      reloadDocument={away}
      aria-label={t('start.order-here-at', { store: location.label })}
    >
      {t('start.order-here')}
    </ButtonLink>
  )
}
