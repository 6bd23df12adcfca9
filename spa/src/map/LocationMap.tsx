import { lazy, Suspense } from 'react'
import { brand } from '../brand/brand'
import { AtlasMap } from './AtlasMap'
import type { MapProps } from './pins'

const StreetMap = lazy(() => import('./StreetMap'))

/** The map of a brand that has streets to show, else the one that we print ourselves. */
export function LocationMap(props: MapProps) {
  if (!brand.tiles) return <AtlasMap {...props} />
  return (
    <Suspense fallback={<AtlasMap {...props} />}>
      <StreetMap {...props} tiles={brand.tiles} />
    </Suspense>
  )
}
