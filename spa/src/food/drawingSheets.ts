import { sheets } from 'virtual:drawings'
import { type RefObject, useEffect } from 'react'

const asked = new Map<string, Promise<void>>()

/** Puts a sheet into the document once; every `<use>` of its drawings fills in by itself. */
export function fetchDrawingSheet(name: string): Promise<void> {
  let sheet = asked.get(name)
  if (!sheet) {
    // Without its drawing a dish still has its name: fail in silence, and let the next one that is shown ask again.
    sheet = place(name).catch(() => void asked.delete(name))
    asked.set(name, sheet)
  }
  return sheet
}

async function place(name: string) {
  const address = sheets[name]
  if (!address) return
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const holder = document.createElement('div')
  holder.hidden = true
  holder.innerHTML = await answer.text()
  document.body.append(holder)
}

/** Asks for a sheet when the place of its drawing comes near the screen. */
export function useDrawingSheet(name: string | undefined, place: RefObject<Element | null>) {
  useEffect(() => {
    if (!name || !place.current) return
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        near.disconnect()
        void fetchDrawingSheet(name)
      },
      { rootMargin: '600px' },
    )
    near.observe(place.current)
    return () => near.disconnect()
  }, [name, place])
}
