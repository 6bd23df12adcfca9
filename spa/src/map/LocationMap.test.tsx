import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { brand, type Tiles } from '../brand/brand'
import { renderAt } from '../renderAt'
import { LocationMap } from './LocationMap'

interface FakeMap {
  style: string
  fitted: unknown[]
  markers: [number, number][]
  moveEnd: (event: { originalEvent?: Event }) => void
}
const maps: FakeMap[] = []

vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => {},
  AttributionControl: class {},
  NavigationControl: class {},
  LngLatBounds: class {
    corners: unknown[] = []
    extend = (corner: unknown) => this.corners.push(corner)
    isEmpty = () => this.corners.length === 0
  },
  Map: class implements FakeMap {
    style: string
    fitted: unknown[] = []
    markers: [number, number][] = []
    moveEnd: FakeMap['moveEnd'] = () => {}
    constructor({ style }: { style: string }) {
      this.style = style
      maps.push(this)
    }
    on = (_: 'moveend', listener: FakeMap['moveEnd']) => {
      this.moveEnd = listener
      return { unsubscribe() {} }
    }
    fitBounds = ({ corners }: { corners: unknown[] }) => {
      this.fitted = corners
    }
    getCenter = () => ({ lat: 36.2, lng: -95.5 })
    addControl() {}
    remove() {}
  },
  Marker: class {
    element: HTMLElement
    at: [number, number] = [0, 0]
    constructor({ element }: { element: HTMLElement }) {
      this.element = element
    }
    setLngLat = (at: [number, number]) => {
      this.at = at
      return this
    }
    addTo = (map: FakeMap) => {
      map.markers.push(this.at)
      document.body.append(this.element)
      return this
    }
    remove = () => this.element.remove()
  },
}))
vi.mock('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url', () => ({ default: '/worker.js' }))

const pins = [
  { id: 'a', number: 1, label: 'Brookside', point: { latitude: 36.1145, longitude: -95.9756 } },
  { id: 'b', number: 2, label: 'Blue Dome', point: { latitude: 36.1561, longitude: -95.9867 } },
]
const from = { latitude: 36.15, longitude: -95.99 }
const streets: Tiles = {
  style: '/streets/style.json',
  attribution: 'The map’s makers',
  hosts: ['tiles.example'],
}

// Mutate the shared brand: another test file may have loaded the module with it.
const testBrand: { tiles: Tiles | undefined } = brand
const onSearch = vi.fn()

afterEach(() => {
  testBrand.tiles = undefined
})

function show(tiles?: Tiles) {
  testBrand.tiles = tiles
  renderAt('/', <LocationMap label="Map of the results" pins={pins} from={from} onSearch={onSearch} />)
}

test('a brand without tiles shows the drawn map', async () => {
  show()
  expect(await screen.findByRole('button', { name: 'Closer' })).toBeTruthy()
  expect(maps).toEqual([])
})

test('a brand with tiles shows its streets, with the same pins; after a move the guest can search there', async () => {
  show(streets)
  await waitFor(() => expect(maps[0]?.markers).toHaveLength(2))
  const places = [
    [-95.9756, 36.1145],
    [-95.9867, 36.1561],
  ]
  expect(maps[0]).toMatchObject({
    style: '/streets/style.json',
    markers: places,
    fitted: [...places, [-95.99, 36.15]],
  })
  expect(screen.getByTitle('Brookside').textContent).toBe('1')

  const button = () => screen.queryByRole('button', { name: 'Search here' })
  act(() => maps[0]!.moveEnd({})) // fitted to the results
  expect(button()).toBeNull()
  act(() => maps[0]!.moveEnd({ originalEvent: new Event('pointerup') }))
  fireEvent.click(button()!)
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ latitude: 36.2, longitude: -95.5 })
  expect(button()).toBeNull()
})
