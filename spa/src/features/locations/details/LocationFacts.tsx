import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location, LocationDetails } from '../../../api/generated'
import { LocationMap } from '../../../map/LocationMap'
import { formatPhone } from '../../../market/formatPhone'
import { handoffsOf } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { ButtonLink } from '../../../ui/form/Button'
import { directionsTo } from '../list/directions'
import { focusRow, pinOf } from '../list/ListWithMap'
import type { Highlight } from '../list/useHighlight'
import styles from './LocationFacts.module.css'
import { LocationHours } from './LocationHours'
import { menuPathOf } from './menuPath'
import { SocialLinks } from './SocialLinks'

interface LocationFactsProps {
  location: LocationDetails
  /** Nearest other locations, listed below. */
  others: readonly Location[]
  pointing: Highlight
}

/** The three blocks of a location page: address and services, hours, and map. */
export const LocationFacts = memo(function LocationFacts({ location, others, pointing }: LocationFactsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { label, address } = location
  const pins = useMemo(
    () => [location, ...others].map((at, number) => ({ ...pinOf(at), number: number || undefined })),
    [location, others],
  )
  return (
    <div className={styles.facts} data-short={location.status !== 'open' || undefined}>
      <section className={styles.block} aria-labelledby="find-us">
        <h2 id="find-us">{t('locations.find-us')}</h2>
        <Ordering location={location} />
        <address className={styles.address}>{address.line}</address>
        {location.status !== 'closed' && (
          <div className={styles.links}>
            <a className="tap" href={directionsTo(address)} target="_blank" rel="noreferrer">
              {t('locations.directions')}
            </a>
            {location.phone && (
              <a className="tap" href={`tel:${location.phone}`}>
                {formatPhone(location.phone, lang)}
              </a>
            )}
          </div>
        )}
        <SocialLinks networks={location.socialNetworks} label={t('locations.follow')} />
      </section>
      {location.status === 'open' && <LocationHours location={location} />}
      <div className={styles.map}>
        <LocationMap
          label={t('locations.map', { place: label })}
          pins={pins}
          from={pins[0]?.point}
          active={pointing.active}
          onActive={pointing.onPoint}
          onPick={focusRow}
        />
      </div>
    </div>
  )
})

/** Handoffs of online orders, or a notice that the location takes none; the delivery partner and the menu. */
function Ordering({ location }: { location: LocationDetails }) {
  const { t } = useTranslation()
  const paths = usePaths()
  if (location.status !== 'open')
    return (
      <p className={styles.plain}>
        {t(location.status === 'closed' ? 'locations.gone-line' : 'locations.coming-soon-line')}
      </p>
    )
  const ways = handoffsOf(location.handoffs.map((handoff) => handoff.id))
  return (
    <>
      {ways.length > 0 ? (
        <p>
          <b>{t('locations.ways')}</b>
          {'\u00a0· '}
          {ways.map((way) => t(`app.handoff-${way}`)).join('\u00a0· ')}
        </p>
      ) : (
        <p className={styles.plain}>{t('locations.no-orders')}</p>
      )}
      {location.deliveryPartner && <p>{t('start.partner', { partner: location.deliveryPartner })}</p>}
      <div>
        <ButtonLink
          to={menuPathOf(location, paths)}
          aria-label={t('locations.view-menu-of', { store: location.label })}
        >
          {t('locations.view-menu')}
        </ButtonLink>
      </div>
    </>
  )
}
