import { type ComponentType, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { Icon } from '../media/Icon'
import { Button } from './Button'
import styles from './PlaceSearch.module.css'

interface Point {
  latitude: number
  longitude: number
}

interface PlaceSearchProps {
  /** Last search. */
  near?: string
  onSearch: (near: string) => void
  /** Target of the form without JavaScript; defaults to the current page. */
  action?: string
  onLocate: (point: Point) => void
  submit: string
  /** Suggestions for the text, below the field. */
  Suggestions: ComponentType<{ field: RefObject<HTMLInputElement | null>; text: string }>
  tone?: 'red' | 'yellow'
}

/** Search by city, ZIP or postal code, or the device's position. If the position is unavailable, the field still works. */
export function PlaceSearch({
  near = '',
  onSearch,
  action,
  onLocate,
  submit,
  Suggestions,
  tone,
}: PlaceSearchProps) {
  const { t } = useTranslation()
  const { country } = useMarket()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { locate, locating, failed } = useGeolocation(onLocate, () => field.current?.focus())
  const label = t(country === 'CA' ? 'app.place-canada' : 'app.place')
  const [empty, setEmpty] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <form
      className={styles.search}
      role="search"
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.current?.value.trim()
        setEmpty(!text)
        setTyped('')
        if (text) onSearch(text)
        else field.current?.focus()
      }}
    >
      <div className={styles.box}>
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input
          // A new search resets the field.
          key={near}
          ref={field}
          id={id}
          name="near"
          defaultValue={near}
          placeholder={label}
          role="combobox"
          aria-expanded="false"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={120}
          aria-invalid={empty || undefined}
          aria-describedby={empty || failed ? `${id}-status` : undefined}
          // Ignore suggestions that arrive after the search or after a blur.
          onBlur={() => setTyped('')}
          onInput={({ currentTarget }) => {
            setEmpty(false)
            setTyped(currentTarget.value)
          }}
        />
        <Suspense>{typed && <Suggestions field={field} text={typed} />}</Suspense>
        <button
          type="button"
          className={styles.locate}
          aria-label={t('app.locate')}
          data-tip
          onClick={locate}
        >
          <Icon name="locate" />
        </button>
      </div>
      <Button type="submit" tone={tone}>
        {submit}
      </Button>
      <p className={styles.status} role="status" id={`${id}-status`}>
        {empty
          ? t('app.place-required')
          : failed
            ? t('app.cannot-locate')
            : locating
              ? t('app.locating')
              : ''}
      </p>
    </form>
  )
}

function useGeolocation(onLocate: (point: Point) => void, onFail: () => void) {
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle')
  const fail = () => {
    setState('failed')
    onFail()
  }
  const locate = () => {
    if (!('geolocation' in navigator)) return fail()
    setState('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onLocate({ latitude: coords.latitude, longitude: coords.longitude })
      },
      fail,
      { timeout: 10_000, maximumAge: 300_000 },
    )
  }
  return { locate, locating: state === 'locating', failed: state === 'failed' }
}
