import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { brand, type Tiles } from '../brand/brand'
import { loadTranslations } from '../i18n/i18n'
import { LocationMap } from './LocationMap'
import type { Point } from './mercator'

const made: {
  options: { style: string }
  fitted: unknown[]
  markers: [number, number][]
  end: (event: { originalEvent?: Event }) => void
}[] = []

vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => {},
  AttributionControl: class {},
  NavigationControl: class {},
  LngLatBounds: class {
    corners: unknown[] = []
    extend(corner: unknown) {
      this.corners.push(corner)
    }
    isEmpty() {
      return this.corners.length === 0
    }
  },
  Map: class {
    fitted: unknown[] = []
    markers: [number, number][] = []
    options: { style: string }
    end: (event: { originalEvent?: Event }) => void = () => {}
    constructor(options: { style: string }) {
      this.options = options
      made.push(this)
    }
    addControl() {}
    on(_: 'moveend', tell: (event: { originalEvent?: Event }) => void) {
      this.end = tell
      return { unsubscribe() {} }
    }
    getCenter() {
      return { lat: 36.2, lng: -95.5 }
    }
    fitBounds({ corners }: { corners: unknown[] }) {
      this.fitted = corners
    }
    remove() {}
  },
  Marker: class {
    element: HTMLElement
    at: [number, number] = [0, 0]
    constructor({ element }: { element: HTMLElement }) {
      this.element = element
    }
    setLngLat(at: [number, number]) {
      this.at = at
      return this
    }
    addTo(map: { markers: [number, number][] }) {
      map.markers.push(this.at)
      document.body.append(this.element)
      return this
    }
    remove() {
      this.element.remove()
    }
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

function show(onSearch?: (around: Point) => void) {
  render(
    <MemoryRouter>
      <LocationMap label="Map of the results" pins={pins} from={from} onSearch={onSearch} />
    </MemoryRouter>,
  )
}

// The brand of all tests: another file may have loaded the map with it, so it is changed and not replaced.
const changed: { tiles: Tiles | undefined } = brand
afterEach(() => {
  changed.tiles = undefined
})
beforeAll(() => Promise.all([loadTranslations('en', 'site'), loadTranslations('en', 'order')]))
beforeEach(() => {
  made.length = 0
})

test('a brand without streets stands on the map that we print', async () => {
  changed.tiles = undefined
  show()
  expect(await screen.findByRole('button', { name: 'Closer' })).toBeTruthy()
  expect(made).toEqual([])
})

test('a brand with streets shows its own, with the same signs, and all of them in sight', async () => {
  changed.tiles = streets
  show()
  await waitFor(() => expect(made[0]?.markers).toHaveLength(2))
  expect(made[0]!.options.style).toBe('/streets/style.json')
  expect(made[0]!.markers).toEqual([
    [-95.9756, 36.1145],
    [-95.9867, 36.1561],
  ])
  expect(made[0]!.fitted).toEqual([
    [-95.9756, 36.1145],
    [-95.9867, 36.1561],
    [-95.99, 36.15],
  ])
  expect(screen.getByTitle('Brookside').textContent).toBe('1')
})

test('once the guest has moved the streets, what is around their middle can be searched', async () => {
  changed.tiles = streets
  const search = vi.fn()
  show(search)
  await waitFor(() => expect(made[0]?.markers).toHaveLength(2))
  const button = () => screen.queryByRole('button', { name: 'Search here' })
  act(() => made[0]!.end({})) // fitted to the results
  expect(button()).toBeNull()
  act(() => made[0]!.end({ originalEvent: new Event('pointerup') }))
  fireEvent.click(button()!)
  expect(search).toHaveBeenCalledExactlyOnceWith({ latitude: 36.2, longitude: -95.5 })
  expect(button()).toBeNull()
})
