import Combobox from '@github/combobox-nav'
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './PlaceList.module.css'

interface PlaceListProps {
  field: RefObject<HTMLInputElement | null>
  /** What the guest has typed: another text opens the list again. */
  text: string
  places: string[]
}

/** The places that a search may become, below its field, which keeps the focus. The chosen one is searched at once. */
export function PlaceList({ field, text, places }: PlaceListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<string>()
  const open = places.length > 0 && text !== closed
  useLayoutEffect(() => {
    const input = field.current
    if (!open || !input || !list.current) return
    const here = list.current
    const combobox = new Combobox(input, here, { tabInsertsSuggestions: false })
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setClosed(text)
    const choose = ({ target }: Event) => {
      input.value = (target as Element).textContent
      input.form?.requestSubmit()
    }
    combobox.start()
    here.setAttribute('aria-label', input.labels?.[0]?.textContent ?? '')
    here.scrollIntoView({ block: 'nearest' }) // from below a keyboard or the cookie banner
    here.addEventListener('combobox-commit', choose)
    input.addEventListener('keydown', leave)
    return () => {
      combobox.stop()
      here.removeEventListener('combobox-commit', choose)
      input.removeEventListener('keydown', leave)
    }
  }, [field, open, text])
  if (!open) return null
  return (
    // A press leaves the focus in the field.
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
