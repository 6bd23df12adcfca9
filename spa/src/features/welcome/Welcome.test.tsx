import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storeObjection } from '../../market/privacy'
import { storeChoice } from '../../market/storedChoices'
import { renderAt } from '../../renderAt'
import { Welcome } from './Welcome'

afterEach(() => {
  delete window.dataLayer
  Reflect.deleteProperty(Navigator.prototype, 'globalPrivacyControl')
})

/** Records the page's requests by URL; the guest is in the given country, which has these deals. */
function stubCountry(country: string | undefined, promotions: object[] = []) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    calls.push(pathname)
    const promos = [
      {
        id: 'a',
        title: 'Kids eat free',
        text: 'On Sundays.',
        cta: { label: 'See which', url: '/promos/current-deals' },
        showOnCanadaSite: true,
        showOnInternationalSite: false,
      },
    ]
    return new Response(
      JSON.stringify(
        pathname.endsWith('getGeoFromIp')
          ? { country }
          : pathname.endsWith('/promotions')
            ? { promotions, prices: [] }
            : { data: { promos } },
      ),
    )
  })
  return calls
}

function visit(at: string) {
  return renderAt(at, <Welcome ordering={false} />).router
}

const banner = (name: string) => screen.queryByRole('group', { name })
const press = (name: string, button: string) =>
  fireEvent.click(
    [...banner(name)!.querySelectorAll('button')].find(
      (b) => (b.textContent || b.getAttribute('aria-label')) === button,
    )!,
  )
const cookieOf = (name: string) => document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))

test('the cookie banner stays until it is answered, and only Accept records pages', async () => {
  stubCountry(undefined)
  const router = visit('/')
  await screen.findByRole('group', { name: 'WE USE COOKIES' })
  expect(window.dataLayer).toBeUndefined()
  press('WE USE COOKIES', 'I Accept')
  expect(banner('WE USE COOKIES')).toBeNull()
  expect(cookieOf('cookieConsent')).toBe('cookieConsent=accepted')
  expect(window.dataLayer).toMatchObject([{ event: 'page_view', path: '/', lang: 'en-US' }])
  await router.navigate('/menu')
  await waitFor(() => expect(window.dataLayer).toMatchObject([{ path: '/' }, { path: '/menu' }]))
})

test('closing the banner is stored, and nothing is recorded', async () => {
  stubCountry(undefined)
  const router = visit('/')
  await screen.findByRole('group', { name: 'WE USE COOKIES' })
  press('WE USE COOKIES', 'Close')
  expect(cookieOf('cookieConsent')).toBe('cookieConsent=closed')
  await router.navigate('/menu')
  expect(window.dataLayer).toBeUndefined()
})

test('a visit extends the lifetime of the stored answer', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: sets the cookie of an earlier visit
  document.cookie = 'cookieConsent=closed; path=/'
  const written = vi.spyOn(document, 'cookie', 'set')
  stubCountry(undefined)
  visit('/')
  await waitFor(() =>
    expect(written).toHaveBeenCalledWith('cookieConsent=closed; path=/; max-age=63115200; samesite=lax'),
  )
})

test('Global Privacy Control overrides consent, and the page explains it', async () => {
  Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true })
  stubCountry(undefined)
  visit('/')
  await screen.findByRole('group', { name: 'WE USE COOKIES' })
  expect(screen.getByText(/^Global Privacy Control is on/)).toBeDefined()
  press('WE USE COOKIES', 'I Accept')
  expect(window.dataLayer).toBeUndefined()
  cleanup()
  visit('/') // the next visit, with the stored answer
  await screen.findByRole('group', { name: 'Kids eat free' })
  expect(window.dataLayer).toBeUndefined()
})

test('an objection made on the page behind the banner stays, whatever the guest presses', async () => {
  stubCountry(undefined)
  visit('/')
  await screen.findByRole('group', { name: 'WE USE COOKIES' })
  storeObjection()
  press('WE USE COOKIES', 'I Accept')
  expect(banner('WE USE COOKIES')).toBeNull()
  expect(cookieOf('cookieConsent')).toBe('cookieConsent=refused')
  expect(window.dataLayer).toBeUndefined()
})

test('the site of another country is offered until the guest answers', async () => {
  const calls = stubCountry('CA')
  visit('/company/our-story')
  await screen.findByRole('group', { name: 'Canada' })
  expect(screen.getByText('To access local content, press Continue.')).toBeDefined()
  press('Canada', 'Close')
  expect(banner('Canada')).toBeNull()
  expect(cookieOf('hideContinueToInternationalSitePrompt')).toBeDefined()
  expect(calls).toContain('/api/getGeoFromIp')
})

test('Continue opens the same page of that country', async () => {
  stubCountry('BR')
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  visit('/company/our-story?utm=1')
  await screen.findByRole('group', { name: 'Brazil' })
  press('Brazil', 'Continue')
  expect(leave).toHaveBeenCalledWith('/br/pt-br/company/our-story?utm=1')
  expect(cookieOf('site')).toBe('site=%2Fbr%2Fpt-br')
})

test('after an answer the country is not looked up', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: sets the cookie that the banner writes
  document.cookie = 'hideContinueToInternationalSitePrompt=true; path=/'
  const calls = stubCountry('CA')
  visit('/')
  await screen.findByRole('group', { name: 'WE USE COOKIES' })
  expect(calls).toEqual([])
})

test('a first visit in Canada asks for the language, with a button for each', async () => {
  stubCountry('CA')
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  visit('/ca/en-ca/menu')
  const picker = await screen.findByRole('dialog', { name: 'Welcome to Big Deal Burger in Canada' })
  const [english, french] = [...picker.querySelectorAll('button[lang]')]
  expect([english!.textContent, french!.textContent]).toEqual(['English', 'Français'])
  fireEvent.click(french!)
  expect(leave).toHaveBeenCalledWith('/ca/fr-ca/menu')
  expect(cookieOf('language')).toBe('language=fr-ca')
})

test('a promotion shows at the visit after the cookie answer, then not for a week', async () => {
  stubCountry(undefined)
  visit('/')
  await screen.findByRole('group', { name: 'WE USE COOKIES' })
  press('WE USE COOKIES', 'I Accept')
  expect(screen.queryByRole('group')).toBeNull()
  cleanup()
  visit('/ca/en-ca')
  await screen.findByRole('group', { name: 'Kids eat free' })
  expect(screen.getByRole('link', { name: 'See which' }).getAttribute('href')).toBe(
    '/ca/en-ca/promos/current-deals',
  )
  press('Kids eat free', 'Close')
  expect(banner('Kids eat free')).toBeNull()
  expect(cookieOf('hidePromotionsBar')).toBeDefined()
})

test('a running deal takes the place of the promotion', async () => {
  storeChoice('cookieConsent')
  const lunch = { id: 'lunch', label: 'Lunch for less', text: 'Until three.' }
  stubCountry(undefined, [
    { ...lunch, id: 'kids', label: 'Kids eat free', runsNow: false },
    { ...lunch, runsNow: true },
  ])
  visit('/ca/en-ca')
  await screen.findByRole('group', { name: 'Lunch for less' })
  expect(screen.getByRole('link', { name: 'See the deals' }).getAttribute('href')).toBe(
    '/ca/en-ca/promos/current-deals',
  )
})
