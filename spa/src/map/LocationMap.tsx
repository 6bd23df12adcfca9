import { lazy, Suspense } from 'react'
import { brand } from '../brand/brand'
import { DrawnMap } from './DrawnMap'
import type { MapProps } from './pins'

const StreetMap = lazy(() => import('./StreetMap'))

/** The street map of a brand that has tiles, else the map that the site draws. */
export function LocationMap(props: MapProps) {
  if (!brand.tiles) return <DrawnMap {...props} />
  return (
    <Suspense fallback={<DrawnMap {...props} />}>
      <StreetMap {...props} tiles={brand.tiles} />
    </Suspense>
  )
}
