import { configureStore } from '@reduxjs/toolkit'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../api/api'
import { type Basket, generated, type Item, type ItemDetails } from '../api/generated'
import { pickCrossSell, useCrossSell } from './crossSell'
import { basketFixture, lineFixture } from './fixtures'

const dish = (id: string, section: string, some: Partial<Item> = {}) =>
  ({ id, slug: id, section, ...some }) as Item
const fries = dish('pit-fries', 'sides')
const soda = dish('fountain-drink', 'drinks')

afterEach(() => vi.unstubAllGlobals())

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
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  if (looked) {
    const arg = { locationId: basket.store.id, item: basket.lines[0]!.slug, category: 'everyday' as const }
    const value = looked as ItemDetails
    store.dispatch(generated.util.upsertQueryEntries([{ endpointName: 'getItemDetails', arg, value }]))
  }
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  return { asked, ...renderHook((of: Basket) => useCrossSell(of, true), { wrapper, initialProps: basket }) }
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
