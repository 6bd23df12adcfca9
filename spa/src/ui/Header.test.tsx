import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Header } from './Header'
import { renderAt } from './render'

const props = { menuPath: '/quote/everyday?type=carryout', count: 0, onOrder: vi.fn(), onHeight: vi.fn() }

test('starts with the skip link, and names logo and cart', async () => {
  renderAt('/', <Header {...props} count={4} total="$31.12" />)
  const banner = await screen.findByRole('banner')
  expect(within(banner).getAllByRole('link')[0]!.getAttribute('href')).toBe('#main')
  expect(screen.getByRole('link', { name: 'Big Deal Burger, home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: /^Cart, 4 items/ }).getAttribute('href')).toBe('/cart')
})

test('one item is one item', async () => {
  renderAt('/', <Header {...props} count={1} />)
  expect(await screen.findByRole('link', { name: /^Cart, 1 item$/ })).toBeDefined()
})

test('the summary shows Back to Cart, and the order’s progress', async () => {
  renderAt('/ca/en-ca/cart/summary', <Header {...props} backToCart progress={40} />)
  expect((await screen.findByRole('link', { name: 'Back to Cart' })).getAttribute('href')).toBe(
    '/ca/en-ca/cart',
  )
  expect(screen.getByRole('progressbar', { name: 'Order completion' }).getAttribute('aria-valuenow')).toBe(
    '40',
  )
})

test('only a country with several languages has a switcher, and it keeps the page', async () => {
  const us = renderAt('/cart', <Header {...props} />)
  await screen.findByRole('banner')
  expect(screen.queryByRole('list', { name: 'Language' })).toBeNull()
  us.unmount()
  renderAt('/ca/en-ca/cart?a=1', <Header {...props} />)
  expect((await screen.findByRole('link', { name: 'Français' })).getAttribute('href')).toBe(
    '/ca/fr-ca/cart?a=1',
  )
})

test('the mobile menu opens, is walked by arrows, and Escape gives the focus back', async () => {
  renderAt('/', <Header {...props} />)
  const burger = await screen.findByRole('button', { name: 'Open the menu' })
  fireEvent.click(burger)
  expect(burger.getAttribute('aria-expanded')).toBe('true')
  const menu = await waitFor(
    () => document.getElementById('mobile-menu') ?? Promise.reject(new Error('no menu')),
  )
  const [first, second] = within(menu).getAllByRole('link')
  await waitFor(() => expect(document.activeElement).toBe(first))
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(menu.contains(document.activeElement)).toBe(true)
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(document.getElementById('mobile-menu')).toBeNull()
  expect(document.activeElement).toBe(burger)
})
