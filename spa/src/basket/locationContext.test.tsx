import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Location } from '../api/generated'
import { renderHookAt, storeWith } from '../renderAt'
import { locationContextOf, useRememberedHandoff } from './locationContext'

/** Opens a location's page at a URL with this session state. */
function visit(search: string, session: { quote: string | null; handoff: 'carryout' | 'curbside' | null }) {
  const store = storeWith(session)
  const { router } = renderHookAt(`/quote/everyday/brookside${search}`, useRememberedHandoff, store)
  return { search: () => router.state.location.search, handoff: () => store.getState().basketSession.handoff }
}

test('location and handoff of the address are stored', async () => {
  const page = visit('?type=curbside', { quote: null, handoff: null })
  await waitFor(() => expect(page.handoff()).toBe('curbside'))
  expect(page.search()).toBe('?type=curbside')
})

test.each([
  ['a URL without a handoff', '?tag=vegetarian', '?tag=vegetarian&type=curbside'],
  ['a URL with an unknown handoff', '?type=delivery', '?type=curbside'],
])('%s uses the stored values', async (_, search, want) => {
  const page = visit(search, { quote: null, handoff: 'curbside' })
  await waitFor(() => expect(page.search()).toBe(want))
})

test.each([
  ['no handoff is stored', { quote: null, handoff: null }],
  ['a cart exists, which has its own', { quote: 'token', handoff: 'curbside' as const }],
])('the address does not change when %s', async (_, session) => {
  const page = visit('', session)
  await Promise.resolve()
  expect([page.search(), page.handoff()]).toEqual(['', session.handoff])
})

test.each([
  ['?type=curbside', 'curbside'],
  ['?type=delivery', undefined],
  ['', undefined],
])('the URL %j has the handoff %s', (search, named) => {
  const location = { id: 'x', handoffs: [{ id: 2 }, { id: 4 }] } as Location
  expect(locationContextOf(location, search, undefined).urlHandoff).toBe(named)
})
