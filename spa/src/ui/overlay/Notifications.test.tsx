import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Notifications } from './Notifications'
import { notify, remove, snapshot } from './notifications'

// The first render waits for the lazy chunk.
beforeAll(async () => {
  const { unmount } = render(<Notifications />)
  act(() => void notify({ text: 'First', type: 'info' }))
  await screen.findByText('First')
  unmount()
  for (const { id } of snapshot()) remove(id)
})

beforeEach(() => {
  vi.useFakeTimers()
  render(<Notifications />)
})

afterEach(() => {
  for (const { id } of snapshot()) act(() => remove(id))
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('each line is a paragraph in the existing polite region', () => {
  const region = screen.getByRole('region', { name: 'Notifications' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  act(() => void notify({ text: 'Pit Fries\nare in the cart', type: 'success', imageUrl: '/fries.svg' }))
  expect([...region.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    'Pit Fries',
    'are in the cart',
  ])
  expect(region.querySelector('img')?.getAttribute('src')).toBe('/fries.svg')
})

test('fades after 3000 ms and is removed 400 ms later', () => {
  act(() => void notify({ text: 'Added', type: 'info' }))
  const toast = screen.getByText('Added').closest('[role=group]')!
  pass(2999)
  expect(toast.className).not.toMatch(/leaving/)
  pass(1)
  expect(toast.className).toMatch(/leaving/)
  pass(399)
  expect(screen.queryByText('Added')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Added')).toBeNull()
})

test('its own duration wins', () => {
  act(() => void notify({ text: 'Added', type: 'info', closeAfter: 5000 }))
  pass(4999)
  expect(screen.queryByText('Added')).not.toBeNull()
  pass(1)
  pass(400)
  expect(screen.queryByText('Added')).toBeNull()
})

test('stays while it is hovered or focused', () => {
  act(() => void notify({ text: 'Added', type: 'info' }))
  const toast = screen.getByText('Added').closest('[role=group]')!
  pass(2000)
  fireEvent.pointerEnter(toast)
  pass(10_000)
  fireEvent.pointerLeave(toast)
  pass(999)
  expect(toast.className).not.toMatch(/leaving/)
  pass(1)
  expect(toast.className).toMatch(/leaving/)
})

test('an action runs once and removes the notification', () => {
  const undo = vi.fn()
  act(() => void notify({ text: 'Removed', type: 'info', action: { label: 'Undo', onPress: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  pass(400)
  expect(screen.queryByText('Removed')).toBeNull()
})

test('it can be dismissed', () => {
  act(() => void notify({ text: 'Trouble', type: 'error' }))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  pass(400)
  expect(screen.queryByText('Trouble')).toBeNull()
})
