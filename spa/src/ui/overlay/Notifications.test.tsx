import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

const passTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))

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
  passTime(2999)
  expect(toast.className).not.toMatch(/leaving/)
  passTime(1)
  expect(toast.className).toMatch(/leaving/)
  passTime(399)
  expect(screen.queryByText('Added')).not.toBeNull()
  passTime(1)
  expect(screen.queryByText('Added')).toBeNull()
})

test('its own duration replaces the default', () => {
  act(() => void notify({ text: 'Added', type: 'info', closeAfter: 5000 }))
  passTime(4999)
  expect(screen.queryByText('Added')).not.toBeNull()
  passTime(1)
  passTime(400)
  expect(screen.queryByText('Added')).toBeNull()
})

test('stays while it is hovered or focused', () => {
  act(() => void notify({ text: 'Added', type: 'info' }))
  const toast = screen.getByText('Added').closest('[role=group]')!
  passTime(2000)
  fireEvent.pointerEnter(toast)
  passTime(10_000)
  fireEvent.pointerLeave(toast)
  passTime(999)
  expect(toast.className).not.toMatch(/leaving/)
  passTime(1)
  expect(toast.className).toMatch(/leaving/)
})

test('an action runs once and removes the notification', () => {
  const undo = vi.fn()
  act(() => void notify({ text: 'Removed', type: 'info', action: { label: 'Undo', onPress: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  passTime(400)
  expect(screen.queryByText('Removed')).toBeNull()
})

test('replaces an older one with the same text, but no Undo', () => {
  const action = { label: 'Undo', onPress: () => {} }
  for (const more of [{}, {}, { action }, { action }])
    act(() => void notify({ text: more.action ? 'Removed' : 'Saved', type: 'info', ...more }))
  expect(snapshot().map(({ text }) => text)).toEqual(['Saved', 'Removed', 'Removed'])
})

test('it can be dismissed, which differs from the end of its time', () => {
  const onDismiss = vi.fn()
  act(() => void notify({ text: 'Trouble', type: 'error', onDismiss }))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  passTime(400)
  expect(screen.queryByText('Trouble')).toBeNull()
  expect(onDismiss).toHaveBeenCalledOnce()
  act(() => void notify({ text: 'Trouble', type: 'error', onDismiss }))
  passTime(3000)
  passTime(400)
  expect(onDismiss).toHaveBeenCalledOnce()
})
