import { useEffect, useState } from 'react'

type Source<Shape> = () => Promise<{ default: Shape }>

/** Loaded files, kept for the visit. */
const loaded = new Map<unknown, unknown>()

/** Loads geography files and returns those loaded so far. Offline the map stays empty; the list has all information. */
export function useShapes<Shape>(sources: readonly Source<Shape>[]): Shape[] {
  const [, setLoadedCount] = useState(0)
  useEffect(() => {
    let unmounted = false
    for (const source of sources) {
      if (loaded.has(source)) continue
      source().then(
        (module) => {
          loaded.set(source, module.default)
          if (!unmounted) setLoadedCount((n) => n + 1)
        },
        () => {},
      )
    }
    return () => {
      unmounted = true
    }
  }, [sources])
  return sources.flatMap((source) => (loaded.has(source) ? [loaded.get(source) as Shape] : []))
}
