import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { LocationDetails } from '../../../api/generated'
import { renderAt } from '../../../renderAt'
import { LocationFacts } from './LocationFacts'

vi.mock('../../../map/LocationMap', () => ({ LocationMap: () => null }))

const crossroads: LocationDetails = {
  id: 'bdb-1016',
  slug: 'crossroads-kansas-city',
  label: 'Crossroads',
  status: 'open',
  address: {
    address: '1830 Main St',
    line: '1830 Main St, Kansas City, MO 64108',
    city: 'Kansas City',
    citySlug: 'kansas-city',
    state: { code: 'MO', label: 'Missouri', slug: 'missouri' },
    zip: '64108',
    country: 'US',
    latitude: 39.09071,
    longitude: -94.58382,
  },
  timeZone: 'America/Chicago',
  currency: 'usd',
  byAppointment: false,
  onlineOrdering: false,
  opening: { state: 'open' },
  handoffs: [],
  socialNetworks: [],
  workingHours: [],
  calendars: [],
  specialHours: [],
  deliveryPartner: 'Fetchwell',
}

function show(location: LocationDetails) {
  renderAt(
    '/locations/missouri/kansas-city/crossroads-kansas-city',
    <LocationFacts
      location={location}
      others={[]}
      pointing={{ active: undefined, onPoint: () => {}, onFocus: () => {} }}
    />,
  )
}

const menu = () => screen.queryByRole('link', { name: 'View menu: Crossroads' })?.getAttribute('href')
const noOrders = 'This location does not currently take online orders.'

test('a restaurant with online orders links to its order menu', () => {
  show({ ...crossroads, onlineOrdering: true, handoffs: [{ id: 4, name: 'curbside' }] })
  expect(screen.queryByText(noOrders)).toBeNull()
  expect(menu()).toBe('/quote/everyday/crossroads-kansas-city?type=curbside')
})

test('a restaurant without online orders shows a message beside menu and delivery partner', () => {
  show(crossroads)
  expect(screen.getByText(noOrders)).toBeDefined()
  expect(screen.getByText('Delivery by Fetchwell')).toBeDefined()
  expect(menu()).toBe('/menu?at=crossroads-kansas-city')
})

test('a restaurant that is coming soon has no menu', () => {
  show({ ...crossroads, status: 'coming-soon' })
  expect(menu()).toBeUndefined()
})
