import Combobox from '@github/combobox-nav'
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './PlaceList.module.css'

interface PlaceListProps {
  field: RefObject<HTMLInputElement | null>
  /** Current input; a change reopens the list. */
  text: string
  places: string[]
}

/** Suggested places below a search field, which keeps the focus. Choosing one searches at once. */
export function PlaceList({ field, text, places }: PlaceListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<string>()
  const open = places.length > 0 && text !== closed
  useLayoutEffect(() => {
    const input = field.current
    if (!open || !input || !list.current) return
    const listbox = list.current
    const combobox = new Combobox(input, listbox, { tabInsertsSuggestions: false })
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setClosed(text)
    const choose = ({ target }: Event) => {
      input.value = (target as Element).textContent
      input.form?.requestSubmit()
    }
    combobox.start()
    listbox.setAttribute('aria-label', input.labels?.[0]?.textContent ?? '')
    listbox.scrollIntoView({ block: 'nearest' }) // scroll clear of the keyboard or the cookie banner
    listbox.addEventListener('combobox-commit', choose)
    input.addEventListener('keydown', closeOnEscape)
    return () => {
      combobox.stop()
      listbox.removeEventListener('combobox-commit', choose)
      input.removeEventListener('keydown', closeOnEscape)
    }
  }, [field, open, text])
  if (!open) return null
  return (
    // A press keeps the focus in the field.
    <div
      ref={list}
      id={id}
      role="listbox"
      className={styles.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {places.map((place) => (
        <div key={place} role="option" tabIndex={-1}>
          {place}
        </div>
      ))}
    </div>
  )
}
