import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Basket, generated, type Item, type ItemDetails } from '../api/generated'
import { renderHookAt, storeWith } from '../renderAt'
import { pickCrossSell, useCrossSell } from './crossSell'
import { basketFixture, lineFixture } from './fixtures'

const dish = (id: string, section: string, some: Partial<Item> = {}) =>
  ({ id, slug: id, section, ...some }) as Item
const fries = dish('pit-fries', 'sides')
const soda = dish('fountain-drink', 'drinks')

test.each([
  ['the first that goes with it', [fries, soda], [], 'pit-fries'],
  ['not what is in the cart', [fries, soda], [{ itemId: 'pit-fries', section: 'sides' }], 'fountain-drink'],
  ['no second side', [fries, soda], [{ itemId: 'house-slaw', section: 'sides' }], 'fountain-drink'],
  [
    'not what is sold out',
    [{ ...fries, unavailable: { reason: 'sold-out' as const } }, soda],
    [],
    'fountain-drink',
  ],
  ['nothing, when there is nothing', [], [], undefined],
])('%s', (_, items, lines, want) => {
  expect(pickCrossSell(items, lines)?.id).toBe(want)
})

/** Renders the suggestion of the cart page. Returns it with the requests that were sent. */
function suggest(basket: Basket, looked?: Partial<ItemDetails>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(decodeURIComponent(new URL(request.url).search))
    return Response.json({ items: [soda] })
  })
  const store = storeWith()
  if (looked) {
    const arg = { locationId: basket.store.id, item: basket.lines[0]!.slug, category: 'everyday' as const }
    const value = looked as ItemDetails
    store.dispatch(generated.util.upsertQueryEntries([{ endpointName: 'getItemDetails', arg, value }]))
  }
  return { asked, ...renderHookAt('/', (of: Basket) => useCrossSell(of, true), store, basket) }
}

test('suggestions of a viewed dish are not fetched again', async () => {
  const { asked, result } = suggest(basketFixture(), { upsell: [fries, soda] })
  await waitFor(() => expect(result.current?.id).toBe('pit-fries'))
  expect(asked).toEqual([])
})

test('suggestions for other dishes are fetched once', async () => {
  const basket = basketFixture()
  const { asked, result, rerender } = suggest(basket)
  await waitFor(() => expect(result.current?.id).toBe('fountain-drink'))
  rerender({
    ...basket,
    lines: [...basket.lines, lineFixture({ lineId: 'b', itemId: 'fountain-drink', section: 'drinks' })],
  })
  await waitFor(() => expect(result.current).toBeUndefined())
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain(`items=${basket.lines[0]!.itemId}`)
})
