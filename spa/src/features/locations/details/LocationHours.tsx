import { useTranslation } from 'react-i18next'
import type { LocationDetails, SpecialHours } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { formatLongDate, formatWallRange, weekdayOf } from '../../../time/time'
import { useNow } from '../../../time/useNow'
import { useHydrated } from '../../../ui/loading/useHydrated'
import folded from '../list/HoursDisclosure.module.css'
import { WeekHours } from '../list/WeekHours'
import rows from '../list/WeekHours.module.css'
import styles from './LocationFacts.module.css'

/** Opening hours of a location: regular week, curbside week if different, and special days. */
export function LocationHours({ location }: { location: LocationDetails }) {
  const { t } = useTranslation()
  const now = useNow()
  const hydrated = useHydrated()
  if (location.byAppointment)
    return (
      <section className={styles.block} aria-labelledby="hours">
        <h2 id="hours">{t('locations.hours')}</h2>
        <p className={styles.plain}>{t('app.by-appointment')}</p>
      </section>
    )
  // A prerendered page does not know the current day.
  const today = hydrated ? weekdayOf(now, location.timeZone) : undefined
  const curbside = location.calendars.find(({ handoff }) => handoff.name === 'curbside')
  const special = location.specialHours.filter(({ handoff }) => handoff === undefined)
  return (
    <section className={styles.block} aria-labelledby="hours">
      <h2 id="hours">{t('locations.hours')}</h2>
      <WeekHours hours={location.workingHours} today={today} />
      {curbside && (
        <details className={folded.hours}>
          <summary className="tap">{t('locations.curbside-hours')}</summary>
          <WeekHours hours={curbside.workingHours} today={today} />
        </details>
      )}
      {special.length > 0 && (
        <>
          <h3 className={styles.special}>{t('locations.special')}</h3>
          <dl className={rows.week}>
            {special.map((day) => (
              <Special key={day.from} day={day} />
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

function Special({ day: { from, to, active, hours } }: { day: SpecialHours }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const date = (day: string) => formatLongDate(day, lang)
  return (
    <div>
      <dt>{from === to ? date(from) : t('start.from-to', { opened: date(from), closed: date(to) })}</dt>
      <dd>
        {active
          ? hours.map(({ opened, closed }) => formatWallRange(opened, closed, lang)).join(', ')
          : t('start.day-closed')}
      </dd>
    </div>
  )
}
