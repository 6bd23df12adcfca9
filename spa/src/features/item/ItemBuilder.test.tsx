import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ItemDetails, Location } from '../../api/generated'
import { basketFixture } from '../../basket/fixtures'
import type { LocationContext } from '../../basket/useBasketAtLocation'
import { renderAt, storeWith } from '../../renderAt'
import { groupFixture as group, modifierFixture as option } from './fixtures'
import { ItemBuilder } from './ItemBuilder'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const item: ItemDetails = {
  id: 'the-big-deal',
  slug: 'the-big-deal',
  section: 'burgers',
  label: 'The Big Deal',
  description: 'Two patties.',
  price: usd(795),
  allergens: ['wheat'],
  tags: [],
  picture: 'dishes/pit-fries',
  defaultChoices: [],
  quick: false,
  minimumQuantity: 1,
  maximumQuantity: 20,
  quantityIncrement: 1,
  groups: [
    group('bun', [option('Seeded'), option('Brioche', { price: usd(75) })], {
      label: 'Bun',
      minSelects: 1,
      maxSelects: 1,
    }),
    group('extras', [option('Bacon', { price: usd(125) })], { maxSelects: 2 }),
  ],
}
const here = { id: 'bdb-1', offered: ['carryout'], handoff: 'carryout' } as const
const location = {
  id: 'bdb-1',
  slug: 'brookside',
  label: 'Brookside',
  address: { city: 'Tulsa' },
  handoffs: [] as Location['handoffs'],
  timeZone: 'America/Chicago',
} as Location

const calls: { path: string; headers: Headers; body: unknown }[] = []
let answers: Response[] = []

beforeEach(() => {
  calls.length = 0
  answers = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.text()
    calls.push({
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: text && JSON.parse(text),
    })
    return answers.shift() ?? new Response('{}', { status: 500 })
  })
})

function show(quote: string | null = null, dish = item, wanted?: string, at: LocationContext = here) {
  const store = storeWith({ quote, handoff: null })
  renderAt(
    '/quote/everyday/brookside/burgers/the-big-deal',
    <>
      <Query />
      <ItemBuilder
        location={location}
        here={at}
        item={dish}
        wanted={wanted}
        cart={quote === null ? undefined : {}}
      />
    </>,
    store,
  )
  return screen.findByRole('heading', { level: 1, name: 'The Big Deal' })
}

function Query() {
  return <output data-testid="query">{useLocation().search}</output>
}

const submit = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('the button’s price follows choices and quantity', async () => {
  await show()
  expect(screen.getByRole('button', { name: 'Add 1 – $7.95' })).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /Brioche/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Bacon/ }))
  fireEvent.click(screen.getByRole('button', { name: 'One more' }))
  expect(screen.getByRole('button', { name: 'Add 2 – $19.90' })).toBeDefined()
  expect(screen.getByText('$9.95')).toBeDefined() // the price beside the calories
})

test.each([
  ['a burger', { stack: [{ layer: 'heel' }, { layer: 'patty' }, { layer: 'crown' }] }],
  ['a side', {}],
])(
  'location, handoff and time are below %s, and the handoff can change before there is a cart',
  async (_, more) => {
    await show(null, { ...item, ...more }, '2026-11-24T18:15:00Z', {
      ...here,
      offered: ['carryout', 'curbside'],
    })
    const bar = screen.getByRole('region', { name: 'Your order' })
    expect(bar.textContent).toMatch(/^GrillBrookside, TulsaHowCarryoutWhen/)
    expect(within(bar).queryByRole('link', { name: /^When/ })).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: /Bacon/ }))
    fireEvent.click(within(bar).getByRole('button', { name: /^How/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Curbside', hidden: true }))
    expect(screen.getByTestId('query').textContent).toContain('type=curbside')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Bacon/ }).checked).toBe(true)
  },
)

test('the drawing follows the choices', async () => {
  const stack = [{ layer: 'heel' }, { layer: 'bacon', by: 'Bacon' }, { layer: 'crown' }]
  await show(null, { ...item, stack })
  const layers = () => document.querySelectorAll('use[href="#layer-bacon"]').length
  expect(layers()).toBe(0)
  fireEvent.click(screen.getByRole('checkbox', { name: /Bacon/ }))
  expect(layers()).toBeGreaterThan(0)
})

test('a missing required choice sends nothing and focuses its group', async () => {
  await show()
  await submit('Add 1 – $7.95')
  expect(calls).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Seeded' }))
  expect(screen.getByRole('group', { name: 'Bun', description: 'Required: Choose 1' })).toBeDefined()
})

test('a failure keeps the choices, and a second press uses the same key', async () => {
  const there = { ...basketFixture().store, id: location.id }
  answers = [
    new Response(JSON.stringify(basketFixture({ orderId: 'b', store: there }))),
    new Response(JSON.stringify({ code: 'store-unavailable', message: 'busy', errors: [] }), { status: 503 }),
    new Response('', { status: 500 }),
    new Response('', { status: 500 }),
  ]
  await show('b')
  fireEvent.click(screen.getByRole('radio', { name: 'Seeded' }))
  await submit('Add 1 – $7.95')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'Our system is busy. Nothing was lost: try again in a moment.',
    ),
  )
  await submit('Add 1 – $7.95')
  fireEvent.click(screen.getByRole('button', { name: 'One more' }))
  await submit('Add 2 – $15.90')
  await waitFor(() => expect(calls).toHaveLength(4))
  const presses = calls.slice(1)
  const [first, again, other] = presses.map((call) => call.headers.get('Idempotency-Key'))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(presses[0]!.body).toEqual({
    orderId: 'b',
    itemId: 'the-big-deal',
    quantity: 1,
    choices: [{ group: 'bun', modifier: 'Seeded', quantity: 1 }],
  })
})

test('a cart at another restaurant asks first', async () => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  const there = { ...basketFixture().store, id: 'bdb-2', slug: 'blue-dome', label: 'Blue Dome' }
  answers = [new Response(JSON.stringify(basketFixture({ orderId: 'b', store: there })))]
  await show('b')
  fireEvent.click(screen.getByRole('radio', { name: 'Seeded' }))
  await submit('Add 1 – $7.95')
  expect(await screen.findByRole('dialog', { name: 'Still hungry at Blue Dome?' })).toBeDefined()
  expect(calls.map(({ path }) => path)).toEqual(['/api/online-ordering/orders/b'])
})

describe('a dish that is not served at the earliest time', () => {
  const breakfast = {
    ...item,
    unavailable: { reason: 'not-served-now', until: '2026-11-21T12:00:00Z', from: '06:00', to: '10:30' },
  } as ItemDetails

  test('can be ordered for a later time if none is chosen', async () => {
    await show(null, breakfast)
    expect(screen.getByText(/^Add it now, and choose a time for it/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add 1 – $7.95' })).toBeDefined()
  })

  test('leads to the times if one is chosen', async () => {
    await show(null, breakfast, '2026-11-21T01:00:00Z')
    expect(screen.getByRole('link', { name: 'Choose another time' }).getAttribute('href')).toBe(
      '/cart/summary',
    )
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  })

  test('is ordered for a time after it is back in stock', async () => {
    const back = {
      ...item,
      unavailable: { reason: 'sold-out', until: '2026-11-20T23:30:00Z' },
    } as ItemDetails
    await show(null, back)
    expect(screen.getByRole('button', { name: /^Order for .*5:30.PM or later – \$7\.95$/ })).toBeDefined()
  })

  test('cannot be ordered if it is sold out', async () => {
    await show(null, { ...item, unavailable: { reason: 'sold-out' } } as ItemDetails)
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  })
})
