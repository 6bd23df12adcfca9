import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Basket, ListTimeslotsApiResponse } from '../../../api/generated'
import { basketFixture } from '../../../basket/fixtures'
import { renderAt, storeWith } from '../../../renderAt'
import { Summary } from './Summary'

const soon = { start: '2026-11-21T16:30:00Z', end: '2026-11-21T16:45:00Z' }
const missing = { code: 'timeslot-missing', pointer: '/timeslot', message: 'Choose a time', fixes: [] }
const times = {
  asap: { ...soon, asap: true },
  day: { date: '2026-11-21', slots: [soon] },
  days: [{ date: '2026-11-21' }],
} as ListTimeslotsApiResponse

/** Renders the summary of a basket without a time; `answer` is the server's response to a hold. Returns the bodies of the hold requests. */
async function open(orderId: string, answer: Response) {
  const holds: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json(times)
    holds.push(await request.json())
    return answer
  })
  const store = storeWith({ quote: 'token', handoff: null })
  const At = () => <output data-testid="at">{useLocation().pathname}</output>
  renderAt(
    '/cart/summary',
    <>
      <At />
      <Summary
        basket={basketFixture({ orderId, problems: [missing] as Basket['problems'] })}
        onStale={vi.fn()}
      />
    </>,
    store,
  )
  await screen.findByRole('button', { name: /^As soon as possible/, pressed: true })
  expect(holds).toEqual([]) // opening the page holds nothing
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: /^Go to checkout/ })[0]!))
  return holds
}

test('going to checkout holds the earliest time', async () => {
  const expires = '2026-11-21T16:20:00Z'
  const held = basketFixture({ orderId: 'soon', version: 2, hold: { ...soon, expires, asap: true } })
  expect(await open('soon', Response.json(held))).toEqual([{ asap: true }])
  await waitFor(() => expect(screen.getByTestId('at').textContent).toBe('/checkout'))
})

test('a time that cannot be held keeps the guest on the page with the reason', async () => {
  await open('full', Response.json({ code: 'timeslot-full', message: 'full', errors: [] }, { status: 409 }))
  expect(await screen.findAllByRole('alert')).not.toEqual([])
  expect(screen.getByTestId('at').textContent).toBe('/cart/summary')
})
