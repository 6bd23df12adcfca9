import { type Land, type Region, regions } from 'virtual:geography'
import { useEffect, useMemo, useState } from 'react'
import { touches, type View } from './view'

/** What was fetched stays. */
const fetched = new Map<string, Land>()

/** The states and provinces that the view touches, as far as they have arrived. */
export function useLandShapes(view: View): (Land & Region)[] {
  const [, arrived] = useState(0)
  const wanted = useMemo(() => regions.filter((region) => touches(view, region.box)), [view])
  useEffect(() => {
    let gone = false
    for (const { code, load } of wanted) {
      if (fetched.has(code)) continue
      load().then(
        (module) => {
          fetched.set(code, module.default)
          if (!gone) arrived((n) => n + 1)
        },
        // Offline the map stays empty; the list beside it says everything.
        () => {},
      )
    }
    return () => {
      gone = true
    }
  }, [wanted])
  return wanted.flatMap((region) => {
    const land = fetched.get(region.code)
    return land ? [{ ...region, ...land }] : []
  })
}
