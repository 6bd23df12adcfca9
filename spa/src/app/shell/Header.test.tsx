import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { storeToken } from '../../api/storedToken'
import { brand } from '../../brand/brand'
import type { MenuItem } from '../../market/navigation'
import { Header } from './Header'
import '../shell.chunk' // preloads the menu chunk for the header's dynamic import
import { renderAt, storeWith } from '../../renderAt'

const shown = { showOnCanadaSite: true, showOnInternationalSite: true }
const items: MenuItem[] = [
  {
    id: 'catering',
    title: 'Catering',
    url: '/catering',
    ...shown,
    subTitles: [
      { id: 'services', title: 'Services', url: '/catering/services', ...shown },
      { id: 'order', title: 'Order it', url: '/quote/catering', hasModal: true, categoryId: 2, ...shown },
    ],
  },
  { id: 'story', title: 'Our Story', url: '/company/our-story', ...shown },
]
/** Opens the mobile menu and returns it. */
async function openMenu() {
  fireEvent.click(await screen.findByRole('button', { name: 'Open the menu' }))
  return waitFor(() => document.getElementById('mobile-menu') ?? Promise.reject(new Error('no menu')))
}
const props = { items, count: 0, onOrder: vi.fn(), onHeight: vi.fn(), onSubmenuOpen: vi.fn() }

test('the header starts with the skip link and names logo and cart', async () => {
  renderAt('/', <Header {...props} count={4} total="$31.12" />)
  const banner = await screen.findByRole('banner')
  expect(within(banner).getAllByRole('link')[0]!.getAttribute('href')).toBe('#main')
  expect(screen.getByRole('link', { name: 'Big Deal Burger, home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: /^Cart, 4 items/ }).getAttribute('href')).toBe('/cart')
})

const order = { path: '/orders/token', label: 'Track order 3508, 8:45 PM', underway: true }

test('header and mobile menu link to an active order', async () => {
  renderAt('/', <Header {...props} order={order} />)
  const banner = await screen.findByRole('banner')
  expect(within(banner).getByRole('link', { name: order.label }).getAttribute('href')).toBe(order.path)
  expect(within(banner).queryByRole('button', { name: 'Order now' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  await waitFor(() => expect(within(banner).getAllByRole('link', { name: order.label })).toHaveLength(2))
})

test('a completed order can be reordered', async () => {
  renderAt('/', <Header {...props} order={{ ...order, label: 'Order again', underway: false }} />)
  expect((await screen.findByRole('link', { name: 'Order again' })).getAttribute('href')).toBe(order.path)
  expect(screen.getByRole('button', { name: 'Order now' })).toBeDefined()
})

test('the summary page shows Back to Cart and the progress', async () => {
  renderAt('/ca/en-ca/cart/summary', <Header {...props} backToCart progress={40} />)
  expect((await screen.findByRole('link', { name: 'Back to Cart' })).getAttribute('href')).toBe(
    '/ca/en-ca/cart',
  )
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Order now' })).toBeNull()
  expect(screen.getByRole('progressbar', { name: 'Order completion' }).getAttribute('aria-valuenow')).toBe(
    '40',
  )
})

test('only a country with several languages has a language switcher, which keeps the page', async () => {
  const us = renderAt('/cart', <Header {...props} />)
  await screen.findByRole('banner')
  expect(screen.queryByRole('list', { name: 'Language' })).toBeNull()
  us.unmount()
  renderAt('/ca/en-ca/cart?a=1', <Header {...props} />)
  expect((await screen.findByRole('link', { name: 'Français' })).getAttribute('href')).toBe(
    '/ca/fr-ca/cart?a=1',
  )
})

test('the mobile menu opens, arrows move in it, and Escape returns the focus', async () => {
  renderAt('/', <Header {...props} />)
  const burger = await screen.findByRole('button', { name: 'Open the menu' })
  const menu = await openMenu()
  expect(burger.getAttribute('aria-expanded')).toBe('true')
  const catering = within(menu).getByRole('button', { name: 'Catering' })
  // What the guest looks for first is above the navigation.
  await waitFor(() =>
    expect(document.activeElement).toBe(within(menu).getByRole('link', { name: 'Sign In' })),
  )
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(catering)
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(within(menu).getByRole('link', { name: 'Our Story' }))
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  fireEvent.click(catering)
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(within(menu).getByRole('link', { name: 'Services' }))
  fireEvent.click(catering)
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(menu.contains(document.activeElement)).toBe(true)
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(document.getElementById('mobile-menu')).toBeNull()
  expect(burger.hasAttribute('aria-expanded')).toBe(false)
  expect(document.activeElement).toBe(burger)
})

test('entries that load after the mobile menu opened get the focus', async () => {
  const Late = () => {
    const [items, setItems] = useState<typeof props.items>([])
    return (
      <>
        <Header {...props} items={items} />
        <button type="button" onClick={() => setItems(props.items)}>
          answer
        </button>
      </>
    )
  }
  renderAt('/ae', <Late />)
  fireEvent.click(await screen.findByRole('button', { name: 'Open the menu' }))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Lights/))
  fireEvent.click(screen.getByRole('button', { name: 'answer' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Catering'))
})

test.each([
  ['/', 'Sign In', true, true],
  ['/ca/en-ca', 'Sign In', true, false],
  ['/ae', 'Our Story', false, false],
] as const)('the mobile menu of %s has what that market has', async (at, link, orders, caters) => {
  renderAt(at, <Header {...props} />)
  const menu = await openMenu()
  expect(within(menu).getByRole('link', { name: link })).toBeDefined()
  expect(!!within(menu).queryByRole('link', { name: 'Sign Up' })).toBe(orders)
  expect(!!within(menu).queryByText('Earn and redeem points')).toBe(orders)
  expect(!!within(menu).queryByRole('button', { name: 'Order now' })).toBe(orders)
  const phone = within(menu).queryByRole('link', { name: /^We Cater!/ })
  expect(phone?.getAttribute('href')).toBe(caters ? 'tel:+18665550186' : undefined)
})

test('the mobile menu of a customer greets them and leads to their pages', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  renderAt('/', <Header {...props} />, storeWith())
  const menu = within(await openMenu())
  expect(await menu.findByText('Hi, Anna')).toBeDefined()
  expect(menu.getByRole('link', { name: 'My Profile' }).getAttribute('href')).toBe('/user-profile')
  expect(menu.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/user-profile/my-orders')
  expect(menu.getByRole('button', { name: 'Sign out' })).toBeDefined()
  expect(menu.queryByRole('link', { name: 'Sign In' })).toBeNull()
})

test('signing in and signing up lead back to the page', async () => {
  renderAt('/menu?store=brookside', <Header {...props} />)
  const link = await screen.findByRole('link', { name: 'Sign In' })
  expect(link.getAttribute('href')).toBe('/login?return=%2Fmenu')
  fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  const signUp = await screen.findByRole('link', { name: 'Sign Up' })
  expect(signUp.getAttribute('href')).toBe('/signup?return=%2Fmenu%3Fstore%3Dbrookside')
})

test('navigation opened before hydration stays open, and closes on navigation', async () => {
  const hidePopover = vi.fn()
  Object.defineProperty(HTMLButtonElement.prototype, 'popoverTargetElement', {
    configurable: true,
    get: () => ({ hidePopover }),
  })
  try {
    renderAt('/', <Header {...props} />)
    const link = await screen.findByRole('link', { name: 'Our Story' })
    expect(hidePopover).not.toHaveBeenCalled()
    fireEvent.click(link)
    await waitFor(() => expect(hidePopover).toHaveBeenCalled())
  } finally {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'popoverTargetElement')
  }
})

test('entry ids are unique in the page', async () => {
  renderAt(
    '/',
    <Header
      {...props}
      items={[
        { ...items[0]!, id: 'menu' },
        { ...items[0]!, id: 'below' },
      ]}
    />,
  )
  await openMenu()
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
})

test('a brand without a loyalty programme mentions no points', async () => {
  const { loyalty } = brand
  brand.loyalty = false
  try {
    renderAt('/', <Header {...props} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Open the menu' }))
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeDefined()
    expect(screen.queryByText('Earn and redeem points')).toBeNull()
  } finally {
    brand.loyalty = loyalty
  }
})

test('the chooser opens half a second after the mobile menu closes', async () => {
  renderAt('/', <Header {...props} />)
  const menu = await openMenu()
  fireEvent.click(within(menu).getByRole('button', { name: 'Catering' }))
  vi.useFakeTimers()
  fireEvent.click(within(menu).getByRole('link', { name: 'Order it' }))
  vi.advanceTimersByTime(499)
  expect(props.onOrder).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(props.onOrder).toHaveBeenCalledWith(items[0]!.subTitles![1])
})

const findEntry = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('button', { name })
const below = (name: string) => screen.queryByRole('link', { name })

test('a submenu opens by Enter and Space, closes by Escape, and does not handle Tab', async () => {
  renderAt('/', <Header {...props} />)
  const catering = await findEntry('Catering')
  catering.focus()
  expect(fireEvent.keyDown(catering, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(catering, { key: ' ' })).toBe(true)
  expect(below('Services')).toBeNull()
  fireEvent.click(catering) // browsers fire click for both keys
  expect(catering.getAttribute('aria-expanded')).toBe('true')
  expect(below('Services')).not.toBeNull()
  expect(props.onSubmenuOpen).toHaveBeenCalled()
  expect(fireEvent.keyDown(catering, { key: 'Tab' })).toBe(true)
  fireEvent.keyDown(catering, { key: 'Escape' })
  expect(below('Services')).toBeNull()
  expect(document.activeElement).toBe(catering)
})

test('a dialog opened from a submenu can return the focus', async () => {
  renderAt('/', <Header {...props} />)
  const catering = await findEntry('Catering')
  fireEvent.click(catering)
  below('Order it')!.focus()
  expect(fireEvent.click(below('Order it')!)).toBe(false)
  expect(props.onOrder).toHaveBeenCalledWith(items[0]!.subTitles![1])
  expect(below('Order it')).toBeNull()
  expect(document.activeElement).toBe(catering)
})

test('arrows move through navigation and submenus, and wrap at the ends', async () => {
  renderAt('/', <Header {...props} />)
  const catering = await findEntry('Catering')
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  catering.focus()
  press('ArrowDown')
  await waitFor(() => expect(document.activeElement).toBe(below('Services')))
  press('ArrowDown')
  expect(document.activeElement).toBe(below('Order it'))
  press('ArrowDown')
  expect(document.activeElement).toBe(below('Services'))
  press('ArrowRight')
  expect(document.activeElement).toBe(below('Our Story'))
  expect(catering.getAttribute('aria-expanded')).toBe('false')
  press('ArrowRight')
  expect(document.activeElement).toBe(catering)
  press('ArrowUp')
  await waitFor(() => expect(document.activeElement).toBe(below('Order it')))
  press('Escape')
  expect(document.activeElement).toBe(catering)
})

test('hover opens a submenu and a click keeps it open; touch opens by tap only', async () => {
  renderAt('/', <Header {...props} />)
  const catering = await findEntry('Catering')
  const item = catering.closest('li')!
  fireEvent.pointerEnter(item, { pointerType: 'touch' })
  expect(below('Services')).toBeNull()
  fireEvent.pointerEnter(item, { pointerType: 'mouse' })
  expect(below('Services')).not.toBeNull()
  fireEvent.click(catering, { detail: 1 })
  expect(below('Services')).not.toBeNull()
  fireEvent.pointerLeave(item, { pointerType: 'mouse' })
  expect(below('Services')).toBeNull()
})
