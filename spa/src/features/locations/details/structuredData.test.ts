import { expect, test } from 'vitest'
import type { LocationDetails } from '../../../api/generated'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { locationData } from './structuredData'

const brookside: LocationDetails = {
  id: 'bdb-1001',
  slug: 'brookside-tulsa',
  label: 'Brookside',
  status: 'open',
  address: {
    address: '3421 S Peoria Ave',
    line: '3421 S Peoria Ave, Tulsa, OK 74105',
    city: 'Tulsa',
    citySlug: 'tulsa',
    state: { code: 'OK', label: 'Oklahoma', slug: 'oklahoma' },
    zip: '74105',
    country: 'US',
    latitude: 36.11452,
    longitude: -95.97561,
  },
  phone: '+19185550101',
  timeZone: 'America/Chicago',
  currency: 'usd',
  byAppointment: false,
  onlineOrdering: true,
  opening: { state: 'open' },
  handoffs: [{ id: 2, name: 'pickup' }],
  socialNetworks: [{ network: 'facebook', url: 'https://www.facebook.com/bigdealburger.example' }],
  workingHours: [
    { day: 0, label: 'Sunday', active: true, opened: '10:30', closed: '22:00' },
    { day: 1, label: 'Monday', active: false },
    { day: 5, label: 'Friday', active: true, opened: '10:30', closed: '02:00' },
    { day: 6, label: 'Saturday', active: true, opened: '06:00', closed: '06:00' },
  ],
  calendars: [],
  specialHours: [],
}
const at = '/locations/oklahoma/tulsa/brookside-tulsa'
const photo = drawnOgImage('locations')
const menu = '/quote/everyday/brookside-tulsa?type=carryout'

test('a restaurant has the fields of the specification', () => {
  expect(locationData(brookside, at, menu, photo)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: 'Big Deal Burger Brookside',
    url: `https://www.bigdealburger.example${at}`,
    image: 'https://www.bigdealburger.example/pictures/og/locations.png',
    priceRange: '$$',
    servesCuisine: ['Burgers', 'Barbecue'],
    telephone: '+19185550101',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '3421 S Peoria Ave',
      addressLocality: 'Tulsa',
      addressRegion: 'OK',
      postalCode: '74105',
      addressCountry: 'US',
    },
    geo: { '@type': 'GeoCoordinates', latitude: 36.11452, longitude: -95.97561 },
    openingHoursSpecification: [
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Sunday', opens: '10:30', closes: '22:00' },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Friday', opens: '10:30', closes: '02:00' },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '00:00', closes: '23:59' },
    ],
    hasMenu: `https://www.bigdealburger.example${menu}`,
    sameAs: ['https://www.facebook.com/bigdealburger.example'],
  })
})

test.each([
  ['one that has closed', { status: 'closed' }],
  ['one that is still to come', { status: 'coming-soon' }],
  ['one by appointment', { byAppointment: true }],
] as const)('%s promises no hours', (_, change) => {
  expect(locationData({ ...brookside, ...change }, at, menu, photo)).not.toHaveProperty(
    'openingHoursSpecification',
    expect.anything(),
  )
})

test('one that is coming soon has no menu', () => {
  expect(locationData({ ...brookside, status: 'coming-soon' }, at, menu, photo)).not.toHaveProperty(
    'hasMenu',
    expect.anything(),
  )
})
