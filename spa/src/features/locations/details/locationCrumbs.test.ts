import { expect, test } from 'vitest'
import type { Region } from '../../../api/generated'
import { markets } from '../../../market/market'
import { pathsOf } from '../../../market/paths'
import { locationCrumbs } from './locationCrumbs'

const state = { code: 'AZ', label: 'Arizona', slug: 'arizona' }
const address = {
  address: '31 Main St',
  line: '31 Main St, Chandler, AZ 85224',
  city: 'Chandler',
  citySlug: 'chandler',
  state,
  zip: '85224',
  country: 'US',
  latitude: 33.3,
  longitude: -111.8,
} as const
const region = (slug: string): Region => ({
  country: 'US',
  state,
  city: slug,
  slug,
  count: 1,
  latitude: 33,
  longitude: -111,
})

const own = '/locations/arizona/chandler/main'
test.each([
  ['is open', 'open', [], ['/locations', '/locations/arizona', '/locations/arizona/chandler', own]],
  ['is still to open, the first of its state', 'coming-soon', [], ['/locations', own]],
  [
    'is still to open, the first of its city',
    'coming-soon',
    ['mesa'],
    ['/locations', '/locations/arizona', own],
  ],
  [
    'is still to open, the second of its city',
    'coming-soon',
    ['mesa', 'chandler'],
    ['/locations', '/locations/arizona', '/locations/arizona/chandler', own],
  ],
  ['has closed, the last of its city', 'closed', ['mesa'], ['/locations', '/locations/arizona', own]],
] as const)('the way to a restaurant that %s leads by pages that are there', (_, status, cities, want) => {
  const crumbs = locationCrumbs(
    { status, slug: 'main', label: 'Main', address },
    pathsOf(markets[0]!),
    'Locations',
    cities.map(region),
  )
  expect(crumbs.map(({ path }) => path)).toEqual(want)
})
