import { lazy, Suspense, useMemo } from 'react'
import { brand } from '../brand/brand'
import { DrawnMap } from './DrawnMap'
import { project } from './mercator'
import type { MapProps } from './pins'

const StreetMap = lazy(() => import('./StreetMap'))

/** LocationMap renders the street map if the brand has tiles, else the drawn map. */
export function LocationMap(props: MapProps) {
  const { pins, ...rest } = props
  const marks = useMemo(() => pins.map(({ point, ...pin }) => ({ ...pin, at: project(point) })), [pins])
  const drawn = <DrawnMap {...rest} marks={marks} />
  if (!brand.tiles) return drawn
  return (
    <Suspense fallback={drawn}>
      <StreetMap {...props} tiles={brand.tiles} />
    </Suspense>
  )
}
