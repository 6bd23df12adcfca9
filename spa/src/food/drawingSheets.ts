import { sheets } from 'virtual:drawings'
import { type RefObject, useEffect } from 'react'

const requests = new Map<string, Promise<void>>()

/** Inserts a sheet into the document once; `<use>` elements that reference its drawings then render. */
export function fetchDrawingSheet(name: string): Promise<void> {
  let sheet = requests.get(name)
  if (!sheet) {
    // Errors are ignored, because a dish without drawing still has its name; the next dish retries.
    sheet = place(name).catch(() => void requests.delete(name))
    requests.set(name, sheet)
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

/** Loads a sheet when the element comes near the viewport. */
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
