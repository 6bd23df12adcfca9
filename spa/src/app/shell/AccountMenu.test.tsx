import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../api/api'
import { storeToken } from '../../api/storedToken'
import { basketStarted, orderPlaced } from '../../basket/basketSession'
import { basketFixture } from '../../basket/fixtures'
import { pendingCode, storePendingCode } from '../../features/account/pendingCode'
import { draftsOf, storeDraft } from '../../features/account/profile/profileDrafts'
import { detailsTyped } from '../../features/checkout/draft'
import { storedDraft, storeDraft as storeForm } from '../../features/forms/formDraft'
import { readCookie, readStored, storeChoice, writeCookie, writeStored } from '../../market/storedChoices'
import { readTab, writeTab } from '../../market/tabStorage'
import { cartCache, menuCache } from '../../offline/constants'
import { renderAt, storeWith } from '../../renderAt'
import { AccountEntry } from './AccountMenu'
import { useRepeatedSignOut, useSignOutOfOtherTabs } from './useSignOut'

const answer = vi.fn<(path: string) => Promise<Response>>()
const cacheDeleted = vi.fn()

beforeEach(() => {
  answer.mockReset().mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', (path: string) => answer(path))
  vi.stubGlobal('caches', { delete: cacheDeleted.mockReset() })
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
})

const guestCookies = [
  'quote',
  'placed',
  'quotecateringId',
  'couponItemId',
  'loyaltyItem',
  'loyaltyCouponCode',
  'loyaltyCouponCodeItem',
  'bannerRewardsItemId',
  'menuAtAGlanceItem',
]

function Menu() {
  useSignOutOfOtherTabs()
  useRepeatedSignOut()
  return <AccountEntry />
}

/** Renders the menu for a customer with a basket and an order. */
async function signedIn(path = '/cart') {
  const store = storeWith()
  store.dispatch(orderPlaced('token'))
  store.dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  const contact = { firstName: 'Anna', lastName: 'Lee', email: 'a@example.com', phone: '1' }
  store.dispatch(detailsTyped({ ...contact, make: '', model: '', colour: '' }))
  writeStored('quoteCountry', 'x')
  for (const key of guestCookies) writeCookie(key, 'x', 60)
  storeDraft('anna@example.com', 'contact', { part: {}, fields: { firstName: 'Annabel' } })
  storeForm('feedback', { fields: { message: 'Cold fries.' } })
  writeTab('form-ccpa-code', { id: 'case', email: 'a@example.com' })
  storePendingCode('emailChange', { from: 'a@example.com', to: 'b@example.com' })
  storeChoice('cookieConsent', 'accepted')
  storeChoice('language', 'fr-ca')
  const rendered = renderAt(path, <Menu />, store)
  const button = await screen.findByRole('button', { name: 'Anna' })
  return { ...rendered, store, button }
}

function expectForgotten(store: ReturnType<typeof storeWith>) {
  for (const key of ['jwt_token', 'jwt_token_expiry', 'loggedInUser', 'quoteCountry'])
    expect(readStored(key), key).toBeNull()
  for (const key of guestCookies) expect(readCookie(key), key).toBeNull()
  expect(draftsOf('anna@example.com')).toEqual({})
  expect(pendingCode('emailChange')).toBeUndefined()
  expect(storedDraft('feedback', { message: '' }).fields).toEqual({})
  expect(readTab('form-ccpa-code')).toBeUndefined()
  expect(readCookie('cookieConsent')).toBe('accepted')
  expect(readCookie('language')).toBe('fr-ca')
  const { basketSession, checkout } = store.getState()
  expect(basketSession).toMatchObject({ quote: null, country: null, placed: null })
  expect(checkout.contact.firstName).toBe('')
  expect(cacheDeleted.mock.calls.flat()).toEqual([cartCache, menuCache])
}

test.each([
  ['ends the session', () => Promise.resolve(new Response(null, { status: 204 })), 0],
  ['works without a connection', () => Promise.reject(new TypeError('offline')), 1],
  ['works although the server refuses', () => Promise.resolve(new Response('', { status: 503 })), 1],
])('sign-out %s, and forgets the guest but not their consent', async (_, of, warnings) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer.mockImplementation(of)
  const { router, store, button } = await signedIn('/ca/fr-ca/cart')
  store.dispatch(api.util.resetApiState())
  fireEvent.click(button)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sign out' })))
  await waitFor(() => expect(router.state.location.pathname).toBe('/ca/fr-ca'))
  expect(answer).toHaveBeenCalledExactlyOnceWith('/api/auth/logout/customer')
  expectForgotten(store)
  expect(warn).toHaveBeenCalledTimes(warnings)
  expect(readStored('signOutPending')).toBe(warnings > 0 ? 'true' : null)
})

test('a sign-out that failed is repeated at the next load, until it succeeds', async () => {
  localStorage.clear()
  writeStored('signOutPending', 'true')
  const { unmount } = renderAt('/cart', <Menu />)
  await waitFor(() => expect(readStored('signOutPending')).toBeNull())
  unmount()
  renderAt('/cart', <Menu />)
  await screen.findByRole('link', { name: 'Sign In' })
  expect(answer).toHaveBeenCalledExactlyOnceWith('/api/auth/logout/customer')
})

test('a sign-out that failed is repeated when the connection is back', async () => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  writeStored('signOutPending', 'true')
  answer.mockRejectedValueOnce(new TypeError('offline'))
  renderAt('/cart', <Menu />)
  await waitFor(() => expect(answer).toHaveBeenCalledOnce())
  expect(readStored('signOutPending')).toBe('true')
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(readStored('signOutPending')).toBeNull())
})

test('a sign-out that failed is not repeated after a new sign-in', async () => {
  writeStored('signOutPending', 'true')
  await signedIn()
  expect(answer).not.toHaveBeenCalled()
  expect(readStored('signOutPending')).toBeNull()
})

test('a sign-out in another tab forgets the guest here too', async () => {
  const { store } = await signedIn()
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'signedOut', newValue: '1' })))
  expectForgotten(store)
})

test('the menu leads to profile and orders; arrows move, Escape returns the focus', async () => {
  const { button } = await signedIn()
  const menu = screen.getByRole('navigation', { name: 'Your account' })
  expect(within(menu).queryAllByRole('link')).toEqual([])
  button.focus()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  const profile = await screen.findByRole('link', { name: 'My Profile' })
  await waitFor(() => expect(document.activeElement).toBe(profile))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(profile, { key: 'ArrowUp' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sign out'))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  await waitFor(() => expect(document.activeElement).toBe(profile))
  expect(fireEvent.keyDown(profile, { key: 'Tab' })).toBe(true)
  fireEvent.keyDown(profile, { key: 'Escape' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(within(menu).queryAllByRole('link')).toEqual([])
})

test('the menu of a customer without a first name has a name', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', '')
  renderAt('/cart', <AccountEntry />)
  expect(await screen.findByRole('button', { name: 'Your account' })).toBeDefined()
})

test('the menu shows the points of the customer, and leads to the rewards', async () => {
  writeStored('loggedInUser', JSON.stringify({ firstName: 'Anna', spendablePoints: 128 }))
  renderAt('/cart', <AccountEntry />)
  fireEvent.click(await screen.findByRole('button', { name: /Anna.*128 points/ }))
  const link = screen.getByRole('link', { name: /My Rewards/ })
  expect(link.getAttribute('href')).toBe('/user-profile/loyalty')
})

test('a guest signs in and returns to the page with its query', async () => {
  localStorage.clear()
  renderAt('/menu?store=brookside', <AccountEntry />)
  const link = await screen.findByRole('link', { name: 'Sign In' })
  expect(link.getAttribute('href')).toBe('/login?return=%2Fmenu%3Fstore%3Dbrookside')
})
