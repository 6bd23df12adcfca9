import { sheets } from 'virtual:drawings'
import { type RefObject, useEffect } from 'react'

const requests = new Map<string, Promise<void>>()

/** Inserts a sheet into the document once; `<use>` elements that reference its drawings then render. */
export function fetchDrawingSheet(name: string): Promise<void> {
  let sheet = requests.get(name)
  if (!sheet) {
    // Errors are ignored, because a dish without drawing still has its name; the next dish retries.
    sheet = insertSheet(name).catch(() => void requests.delete(name))
    requests.set(name, sheet)
  }
  return sheet
}

async function insertSheet(name: string) {
  const url = sheets[name]
  if (!url) return
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const holder = document.createElement('div')
  holder.hidden = true
  holder.innerHTML = await response.text()
  document.body.append(holder)
}

/** Loads a sheet when the element comes near the viewport. */
export function useDrawingSheet(name: string | undefined, element: RefObject<Element | null>) {
  useEffect(() => {
    if (!name || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        void fetchDrawingSheet(name)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [name, element])
}
