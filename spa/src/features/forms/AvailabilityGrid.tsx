import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { FieldError } from '../../ui/form/Field'
import tick from '../../ui/form/Tick.module.css'
import styles from './AvailabilityGrid.module.css'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const parts = ['morning', 'afternoon', 'evening', 'night'] as const

/** Every part of every day, as the API names them, in the order of the week. */
const allTimes = days.flatMap((day) => parts.map((part) => `${day}-${part}`))

interface AvailabilityGridProps {
  /** Id of the first checkbox, for the form's error summary. */
  firstId?: string
  /** Chosen times: "mon-morning" to "sun-night". */
  value: readonly string[]
  onChange: (times: string[]) => void
  error?: string
}

/** Times in which an applicant can work: a table of checkboxes. The name of a day takes or clears the whole day. */
export function AvailabilityGrid({ firstId, value, onChange, error }: AvailabilityGridProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const id = useId()
  const dayName = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' })
  const shortName = new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' })
  const described = [`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')

  function set(times: readonly string[], on: boolean) {
    onChange(allTimes.filter((time) => (times.includes(time) ? on : value.includes(time))))
  }

  return (
    <fieldset className={styles.grid} aria-describedby={described}>
      <legend>{t('forms.job-availability')}</legend>
      <p className={styles.hint} id={`${id}-hint`}>
        {t('forms.job-availability-hint')}
      </p>
      <div className={styles.frame}>
        <table>
          <thead>
            <tr>
              <td />
              {parts.map((part) => (
                <th key={part} scope="col" id={`${id}-${part}`}>
                  {t(`forms.job-${part}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, nth) => {
              const date = new Date(Date.UTC(2024, 0, 1 + nth)) // a Monday and the days after
              const name = dayName.format(date)
              const times = parts.map((part) => `${day}-${part}`)
              const isWhole = times.every((time) => value.includes(time))
              return (
                <tr key={day}>
                  <th scope="row">
                    <button
                      type="button"
                      id={`${id}-${day}`}
                      aria-label={t('forms.job-whole-day', { day: name })}
                      aria-pressed={isWhole}
                      onClick={() => set(times, !isWhole)}
                    >
                      <span className={styles.short}>{shortName.format(date)}</span>
                      <span className={styles.long}>{name}</span>
                    </button>
                  </th>
                  {times.map((time, column) => (
                    <td key={time}>
                      <label>
                        <input
                          id={time === allTimes[0] ? firstId : undefined}
                          type="checkbox"
                          className={tick.tick}
                          checked={value.includes(time)}
                          aria-label={t('forms.job-time', {
                            day: name,
                            part: t(`forms.job-${parts[column]!}`),
                          })}
                          aria-invalid={error ? true : undefined}
                          onChange={({ target }) => set([time], target.checked)}
                        />
                        <span className={styles.part} aria-hidden="true">
                          {t(`forms.job-${parts[column]!}`)}
                        </span>
                      </label>
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
