import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Order, OrderStatus } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { CurbsideArrival } from './CurbsideArrival'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z') }))
const order = {
  orderToken: 'a token',
  store: { label: 'Brookside', timeZone: 'America/Chicago' },
  vehicle: { make: 'Honda', model: 'Civic', colour: 'red' },
} as Order

const at = (status: OrderStatus['status'], from: string, awaited: boolean) => {
  renderAt(
    '/orders/t',
    <CurbsideArrival
      order={order}
      status={{ status, arrival: { state: 'placed', from, awaited } } as OrderStatus}
      onStale={() => {}}
    />,
  )
  const button = screen.getByRole('button', { name: 'I’m here' })
  const described = button.getAttribute('aria-describedby')
  return {
    asleep: button.getAttribute('aria-disabled') === 'true',
    why: described ? document.getElementById(described)?.textContent : undefined,
  }
}

const tooEarly = (when: string) => `Too early to park: the button wakes up ${when}.`

test.each([
  {
    situation: 'hours ahead of its time today',
    status: 'accepted',
    from: '2026-11-20T23:15:00Z',
    awaited: false,
    why: tooEarly('at 5:15\u00a0PM'),
  },
  {
    situation: 'a day ahead, before the kitchen has it',
    status: 'scheduled',
    from: '2026-11-21T16:15:00Z',
    awaited: false,
    why: tooEarly('tomorrow at 10:15\u00a0AM'),
  },
  {
    situation: 'in time, before the kitchen has it',
    status: 'scheduled',
    from: '2026-11-20T17:45:00Z',
    awaited: false,
    why: 'The button wakes up when the grill has your ticket.',
  },
  {
    situation: 'in time, with the kitchen at it',
    status: 'in-preparation',
    from: '2026-11-20T17:45:00Z',
    awaited: true,
  },
] as const)('“I’m here” $situation', ({ status, from, awaited, ...expected }) => {
  const { asleep, why } = at(status, from, awaited)
  expect(asleep).toBe(!awaited)
  expect(why).toBe('why' in expected ? expected.why : undefined)
})
