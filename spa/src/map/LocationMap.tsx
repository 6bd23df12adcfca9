import { lazy, Suspense } from 'react'
import { brand } from '../brand/brand'
import { DrawnMap } from './DrawnMap'
import type { MapProps } from './pins'

const StreetMap = lazy(() => import('./StreetMap'))

/** LocationMap renders the street map if the brand has tiles, else the drawn map. */
export function LocationMap(props: MapProps) {
  if (!brand.tiles) return <DrawnMap {...props} />
  return (
    <Suspense fallback={<DrawnMap {...props} />}>
      <StreetMap {...props} tiles={brand.tiles} />
    </Suspense>
  )
}
