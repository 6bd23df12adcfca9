import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, useListBossLocationsQuery, useSuggestPlacesQuery } from '../../api/generated'
import { FieldError } from '../../ui/form/Field'
import field from '../../ui/form/Field.module.css'
import { isPostalCode, isZip } from '../../ui/form/fieldFormats'
import { TextButton } from '../../ui/form/TextButton'
import styles from './LocationField.module.css'

/** Maximum number of locations offered. */
const maxResults = 6
/** Debounce of the requests while the guest types. Milliseconds. */
const pause = 250

interface LocationFieldProps {
  label: string
  /** Id of the chosen location; empty without a choice. */
  value: string
  onChange: (id: string) => void
  error?: string
  /** Id of the control, for the form's error summary. */
  id: string
  /** Says that no location matches. */
  notFound?: string
  required?: boolean
}

/** Choice of a location by its name, or by a town, ZIP or postal code. Guests also write about closed ones. */
export function LocationField({ label, value, onChange, error, id, notFound, required }: LocationFieldProps) {
  const { t } = useTranslation()
  const ids = useId()
  const control = useRef<HTMLInputElement & HTMLButtonElement>(null)
  const moveFocus = useRef(false)
  const [text, setText] = useState('')
  const { locations, isSettled } = useSearch(text)
  const { currentData: chosen } = useListBossLocationsQuery({ filter: `id[eq]${value}` }, { skip: !value })
  const location = chosen?.locations[0]
  // The pressed element goes: the focus stays in the field.
  useEffect(() => {
    if (!moveFocus.current) return
    moveFocus.current = false
    control.current?.focus()
  })
  const choose = (id: string) => {
    moveFocus.current = true
    setText('')
    onChange(id)
  }
  const described = [error && `${ids}-error`, `${ids}-status`].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      {value ? (
        <>
          <p className={field.label} id={`${ids}-label`}>
            {label}
          </p>
          <div className={styles.chosen}>
            <p>
              <b>{location?.label ?? '…'}</b>
              {location && <span>{location.address.line}</span>}
            </p>
            <TextButton
              ref={control}
              id={id}
              aria-describedby={[`${ids}-label`, error && `${ids}-error`].filter(Boolean).join(' ')}
              onClick={() => choose('')}
            >
              {t('forms.location-change')}
            </TextButton>
          </div>
        </>
      ) : (
        <>
          <label className={field.label} htmlFor={id}>
            {label}
          </label>
          <input
            ref={control}
            id={id}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            placeholder={t('forms.location-search')}
            value={text}
            required={required}
            aria-invalid={error ? true : undefined}
            aria-describedby={described}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault() // not the form
              if (locations.length === 1) choose(locations[0]!.id)
            }}
          />
          {locations.length > 0 && (
            <ul className={styles.found}>
              {locations.map((location) => (
                <li key={location.id}>
                  <button type="button" onClick={() => choose(location.id)}>
                    <b>{location.label}</b>
                    <span>{location.address.line}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.status} role="status" id={`${ids}-status`}>
            {isSettled &&
              (locations.length > 0
                ? t('forms.location-found', { count: locations.length })
                : (notFound ?? t('forms.location-none')))}
          </p>
        </>
      )}
      <FieldError id={`${ids}-error`}>{error}</FieldError>
    </div>
  )
}

const none: Location[] = []

/** Returns the locations with the text in their name, then those at the place that the text begins. */
function useSearch(text: string) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), pause)
    return () => clearTimeout(timer)
  }, [text])
  const skip = q.length < 2
  const name = q.replaceAll(/[;,[\]]/g, ' ')
  const named = useListBossLocationsQuery({ filter: `label[subs]${name}`, limit: maxResults }, { skip })
  const suggested = useSuggestPlacesQuery({ q }, { skip })
  const place = isZip(q) || isPostalCode(q) ? q : suggested.currentData?.places[0]
  const near = useListBossLocationsQuery({ q: place, limit: maxResults }, { skip: skip || !place })
  const isStale = skip || q !== text.trim()
  const all = isStale
    ? none
    : [...(named.currentData?.locations ?? none), ...(near.currentData?.locations ?? none)]
  const locations = all.filter(({ id }, nth) => all.findIndex((other) => other.id === id) === nth)
  return {
    locations: locations.slice(0, maxResults),
    isSettled: !isStale && ![named, suggested, near].some(({ isFetching }) => isFetching),
  }
}
