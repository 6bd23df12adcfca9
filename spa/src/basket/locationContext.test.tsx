import { configureStore } from '@reduxjs/toolkit'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Location } from '../api/generated'
import { basketSessionReducer } from './basketSession'
import { locationContextOf, useRememberedHandoff } from './locationContext'

/** Opens a location's page at a URL with this session state. */
function visit(search: string, session: { quote: string | null; handoff: 'carryout' | 'curbside' | null }) {
  const store = configureStore({
    reducer: { basketSession: basketSessionReducer },
    preloadedState: { basketSession: session },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <RouterProvider router={router(children)} />
    </Provider>
  )
  let made: ReturnType<typeof createMemoryRouter> | undefined
  const router = (element: ReactNode) =>
    (made ??= createMemoryRouter([{ path: '*', element }], {
      initialEntries: [`/quote/everyday/brookside${search}`],
    }))
  renderHook(useRememberedHandoff, { wrapper })
  return { search: () => made!.state.location.search, handoff: () => store.getState().basketSession.handoff }
}

test('location and handoff of the address are stored', async () => {
  const page = visit('?type=curbside', { quote: null, handoff: null })
  await waitFor(() => expect(page.handoff()).toBe('curbside'))
  expect(page.search()).toBe('?type=curbside')
})

test.each([
  ['an address that says nothing', '?tag=vegetarian', '?tag=vegetarian&type=curbside'],
  ['one that says what there is not', '?type=delivery', '?type=curbside'],
])('%s uses the stored values', async (_, search, want) => {
  const page = visit(search, { quote: null, handoff: 'curbside' })
  await waitFor(() => expect(page.search()).toBe(want))
})

test.each([
  ['nothing is remembered', { quote: null, handoff: null }],
  ['a cart was begun, which has its own', { quote: 'token', handoff: 'curbside' as const }],
])('the address does not change when %s', async (_, session) => {
  const page = visit('', session)
  await Promise.resolve()
  expect([page.search(), page.handoff()]).toEqual(['', session.handoff])
})

test.each([
  ['?type=curbside', 'curbside'],
  ['?type=delivery', undefined],
  ['', undefined],
])('an address with %j names %s', (search, named) => {
  const location = { id: 'x', handoffs: [{ id: 2 }, { id: 4 }] } as Location
  expect(locationContextOf(location, search, undefined).named).toBe(named)
})
