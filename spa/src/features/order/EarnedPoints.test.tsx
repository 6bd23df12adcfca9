import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Order, OrderStatus } from '../../api/generated'
import { storeToken } from '../../api/storedToken'
import { renderAt } from '../../renderAt'
import { EarnedPoints } from './EarnedPoints'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const show = (earned: number | undefined, at: string, onStale = () => {}) =>
  renderAt(
    '/orders/t',
    <EarnedPoints
      order={{ earned } as Order}
      status={{ status: 'completed', steps: [{ status: 'completed', at }] } as OrderStatus}
      onStale={onStale}
    />,
  )

test('an order that was just completed names its points, and leads its customer to them', () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  show(42, minutesAgo(1))
  screen.getByRole('heading', { name: 'You just earned 42.' })
  expect(screen.getByRole('link').getAttribute('href')).toBe('/user-profile/loyalty')
})

test('an older order says what it earned; who only has the link gets no link', () => {
  show(42, minutesAgo(2000))
  screen.getByRole('heading', { name: 'This order earned 42.' })
  expect(screen.queryByRole('link')).toBeNull()
})

test('points that are not booked yet are looked for again, for a customer only', () => {
  vi.useFakeTimers()
  const onStale = vi.fn()
  const { unmount } = show(undefined, minutesAgo(1), onStale)
  act(() => vi.advanceTimersByTime(60_000))
  expect(onStale).not.toHaveBeenCalled()
  unmount()
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  show(undefined, minutesAgo(1), onStale)
  act(() => vi.advanceTimersByTime(60_000))
  expect(onStale).toHaveBeenCalledTimes(4)
})
