import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderHookAt, storeWith } from '../renderAt'
import { useBasket } from './basket'
import { basketFixture } from './fixtures'

/** Opens a page with a cart; the server knows the country of its location. */
function visit(path: string, serverKnows: string, country?: string) {
  history.replaceState(null, '', path)
  const asked = vi.fn()
  vi.stubGlobal('fetch', async () => {
    asked()
    const here = path.startsWith('/ca/') ? 'CA' : 'US'
    return here === serverKnows
      ? new Response(JSON.stringify(basketFixture({ orderId: 'cart' })))
      : new Response(JSON.stringify({ code: 'wrong-country', message: 'abroad', errors: [] }), {
          status: 400,
        })
  })
  const store = storeWith({ quote: 'cart', handoff: null, country })
  const { result } = renderHookAt(path, useBasket, store)
  return { asked, found: () => result.current, session: () => store.getState().basketSession }
}

test.each(['/br/pt-br', '/jp/ja-jp/menu', '/ae'])(
  'a site that takes no orders asks for no cart: %s',
  async (path) => {
    const { asked, found, session } = visit(path, 'US')
    expect(found()).toMatchObject({ basket: undefined, abroad: false, isLoading: false, error: undefined })
    expect(asked).not.toHaveBeenCalled()
    expect(session().quote).toBe('cart')
  },
)

test('a site does not fetch a cart of another country, and keeps it', async () => {
  const { asked, found, session } = visit('/ca/fr-ca', 'US', 'US')
  expect(found().abroad).toBe(true)
  expect(asked).not.toHaveBeenCalled()
  expect(session()).toMatchObject({ quote: 'cart', country: 'US' })
})

test('the first answer tells the country of a cart', async () => {
  const there = visit('/ca/en-ca', 'US')
  await waitFor(() => expect(there.session()).toMatchObject({ quote: 'cart', country: 'US' }))
  expect(there.found().abroad).toBe(true)
  expect(there.asked).toHaveBeenCalledTimes(1)
  const home = visit('/menu', 'US', 'US')
  await waitFor(() => expect(home.found().basket?.orderId).toBe('cart'))
  expect(home.session().country).toBe('US')
})
