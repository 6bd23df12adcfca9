import { fireEvent, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { generated, type ListLocationsApiResponse, type Why } from '../../../api/generated'
import { renderAt, storeWith } from '../../../renderAt'
import { pageSize, readSearch, searchRequest } from '../searchQuery'
import { Results } from './Results'
import { UnknownPlace } from './UnknownPlace'

function Query() {
  return <output data-testid="query">{useLocation().search}</output>
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] }))
const tomorrow = '2026-11-21T16:30:00Z'
const soon = { slug: 'brookside-tulsa', label: 'Brookside', city: 'Tulsa', timeZone: 'America/Chicago' }

/** Renders the results of a search without matches, with the given reason. */
const foundNothing = (query: string, why: Why, type?: 'curbside') => {
  const near = new URLSearchParams(query).get('near')
  const region = near === 'Oklahoma'
  const place = near ? { label: near, latitude: 36.15, longitude: -95.99, region } : undefined
  return found(query, { locations: [], total: 0, place, why }, type)
}

async function found(query: string, answer: ListLocationsApiResponse, type?: 'curbside') {
  const store = storeWith()
  await store.dispatch(generated.util.upsertQueryData('listCities', { state: 'OK' }, { regions: [] }))
  const search = readSearch(new URLSearchParams(query))
  const call = searchRequest(search, type)!
  await store.dispatch(generated.util.upsertQueryData('listLocations', { ...call, limit: pageSize }, answer))
  renderAt(
    `/quote/everyday?${query}`,
    <>
      <Results call={call} search={search} />
      <Query />
    </>,
    store,
  )
  const status = screen.getAllByRole('status')[0]
  return (status?.querySelector('p') ?? status)?.textContent
}

const near = 'near=Tulsa%2C+OK'

test.each([
  [near, 'far', 'No grill near Tulsa, OK yet'],
  [near, 'closed', 'No grill near Tulsa, OK is open right now'],
  [near, 'handoff', 'No curbside near Tulsa, OK'],
  [near, 'closed-handoff', 'No grill near Tulsa, OK has curbside right now'],
  ['near=Oklahoma', 'closed', 'No grill in Oklahoma is open right now'],
  ['state=OK', 'closed', 'No grill in OK is open right now'],
  ['state=OK&city=Tulsa', 'handoff', 'No curbside in Tulsa'],
] as const)('nothing found by %s (%s) is said as it is', async (query, reason, want) => {
  expect(await foundNothing(query, { reason, remedies: [] })).toBe(want)
  expect(screen.getByText('No grill there yet. The smoke hasn’t drifted that far.')).toBeTruthy()
})

test.each([
  ['open', 'Show the 3 that open later', `?${near}&type=curbside`],
  ['handoff', 'Carryout instead: 3 grills', `?${near}&open=1&type=carryout`],
  ['all', 'Carryout, ordered ahead: 3 grills', `?${near}&type=carryout`],
] as const)('one press does without: %s', async (kind, name, want) => {
  await foundNothing(
    `${near}&open=1&type=curbside`,
    { reason: 'closed', remedies: [{ kind, count: 3 }] },
    'curbside',
  )
  fireEvent.click(screen.getByRole('button', { name }))
  expect(screen.getByTestId('query').textContent).toBe(want)
})

test('without an open restaurant the first to open and the nearest match are offered', async () => {
  await foundNothing(`${near}&open=1`, {
    reason: 'closed',
    remedies: [
      { kind: 'open', count: 1, store: soon, at: tomorrow },
      {
        kind: 'far',
        distanceMeters: 100_300,
        store: { ...soon, slug: 'ponca', label: 'Prairie', city: 'Ponca City' },
      },
    ],
  })
  expect(screen.getByRole('button', { name: 'Show the one that opens later' })).toBeTruthy()
  expect(screen.getByText(/^Brookside opens first, tomorrow at /)).toBeTruthy()
  const far = screen.getByRole('link', {
    name: 'The nearest that is open now is 62 miles away: Prairie, Ponca City.',
  })
  expect(far.getAttribute('href')).toBe('/quote/everyday/ponca?type=carryout')
})

test('every offered restaurant links to the chosen dish', async () => {
  const remedies: Why['remedies'] = [{ kind: 'far', distanceMeters: 100_300, store: soon }]
  await foundNothing(`${near}&dish=burgers/little-deal&with=bacon&without=onions`, {
    reason: 'far',
    remedies,
  })
  expect(screen.getByRole('link').getAttribute('href')).toBe(
    '/quote/everyday/brookside-tulsa/burgers/little-deal?type=carryout&with=bacon&without=onions',
  )
})

test.each([
  ['', 'The nearest is'],
  ['&open=1', 'The nearest that is open now is'],
  ['&type=curbside', 'The nearest with curbside is'],
  ['&open=1&type=curbside', 'The nearest with curbside that is open now is'],
])('with only far results the nearest match is named (%s)', async (asked, want) => {
  await foundNothing(
    `${near}${asked}`,
    { reason: 'far', remedies: [{ kind: 'far', distanceMeters: 2_272_000, store: soon }] },
    asked.includes('curbside') ? 'curbside' : undefined,
  )
  expect(screen.getByRole('link').textContent).toBe(`${want} 1,412 miles away: Brookside, Tulsa.`)
})

test('a nearer restaurant that opens later is offered before far ones', async () => {
  const remedies: Why['remedies'] = [
    { kind: 'open', distanceMeters: 421_600, store: soon, at: tomorrow },
    { kind: 'far', distanceMeters: 2_272_000, store: soon },
  ]
  await foundNothing(`${near}&open=1`, { reason: 'far', remedies })
  expect(screen.getByText('Then the nearest is 262 miles away: Brookside, Tulsa.')).toBeTruthy()
  expect(screen.getByText(/^Brookside opens tomorrow at /)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show those that open later' }))
  expect(screen.getByTestId('query').textContent).toBe(`?${near}`)
})

test.each([undefined, { reason: 'far', remedies: [] } satisfies Why])(
  'an unknown street shows its town and says that the street is unknown',
  async (why) => {
    const place = { label: 'Tulsa, OK', latitude: 36.15, longitude: -95.99, unknownStreet: '99 Nowhere Ln' }
    const text = await found('near=99+Nowhere+Ln%2C+Tulsa', { locations: [], total: 0, place, why })
    expect(text).toBe('We don’t know 99 Nowhere Ln, so this looks around Tulsa, OK.')
  },
)

test('an unknown place offers similar names', async () => {
  const refusal = {
    code: 'place-not-found',
    message: '',
    errors: [],
    params: { place: 'Tulza', suggestions: ['Tulsa, OK'] },
  }
  renderAt(
    '/quote/everyday?near=Tulza&open=1',
    <UnknownPlace refusal={{ name: 'API Error', status: 404, message: '', problem: refusal }} open="1" />,
  )
  expect(screen.getByText('We could not find Tulza. Try a city, a ZIP or a postal code.')).toBeTruthy()
  const meant = within(screen.getByRole('list', { name: 'Did you mean one of these?' }))
  expect(meant.getByRole('link', { name: 'Tulsa, OK' }).getAttribute('href')).toBe(
    '/quote/everyday?type=carryout&near=Tulsa%2C+OK&open=1',
  )
})
