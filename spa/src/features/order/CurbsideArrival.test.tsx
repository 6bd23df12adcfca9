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

const renderButton = (status: OrderStatus['status'], from: string, awaited: boolean, path = '/orders/t') => {
  renderAt(
    path,
    <CurbsideArrival
      order={order}
      status={{ status, arrival: { state: 'placed', from, awaited } } as OrderStatus}
      onStale={() => {}}
    />,
  )
  const button = screen.getByRole('button', { name: 'I’m here' })
  const described = button.getAttribute('aria-describedby')
  return {
    disabled: button.getAttribute('aria-disabled') === 'true',
    reason: described ? document.getElementById(described)?.textContent : undefined,
  }
}

const tooEarly = (when: string) => `Too early to park: the button wakes up ${when}.`

test.each([
  {
    situation: 'hours ahead of its time today',
    status: 'accepted',
    from: '2026-11-20T23:15:00Z',
    awaited: false,
    reason: tooEarly('at 5:15\u00a0PM'),
  },
  {
    situation: 'a day ahead, before the kitchen accepts it',
    status: 'scheduled',
    from: '2026-11-21T16:15:00Z',
    awaited: false,
    reason: tooEarly('tomorrow at 10:15\u00a0AM'),
  },
  {
    situation: 'in time, before the kitchen accepts it',
    status: 'scheduled',
    from: '2026-11-20T17:45:00Z',
    awaited: false,
    reason: 'The button wakes up when the grill has your ticket.',
  },
  {
    situation: 'in time, while the kitchen prepares it',
    status: 'in-preparation',
    from: '2026-11-20T17:45:00Z',
    awaited: true,
  },
] as const)('“I’m here” $situation', ({ status, from, awaited, ...expected }) => {
  const { disabled, reason } = renderButton(status, from, awaited)
  expect(disabled).toBe(!awaited)
  expect(reason).toBe('reason' in expected ? expected.reason : undefined)
})

test('the mail’s link leads to the arrival', () => {
  Element.prototype.scrollIntoView ??= () => {}
  renderButton('ready', '2026-11-20T17:45:00Z', true, '/orders/t#here')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pulled in?' }))
})
