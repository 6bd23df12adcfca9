import { expect, test, vi } from 'vitest'
import { type Choice, chooseSite, readChoice, readCookie, renewChoices, storeChoice } from './storedChoices'

// biome-ignore lint/suspicious/noDocumentCookie: sets cookies of an earlier visit
const setCookie = (cookie: string) => (document.cookie = cookie)

test.each([
  ['cookieConsent', 63_115_200],
  ['hidePromotionsBar', 604_800],
  ['hideContinueToInternationalSitePrompt', 21_600],
] as const satisfies [Choice, number][])('%s lives for %d seconds, on every path', (name, seconds) => {
  const written = vi.spyOn(document, 'cookie', 'set')
  storeChoice(name)
  expect(written).toHaveBeenCalledWith(`${name}=true; path=/; max-age=${seconds}; samesite=lax`)
})

test('a chosen site is stored with its language', () => {
  chooseSite({ prefix: '', locale: 'en' })
  expect([readChoice('site'), readChoice('language')]).toEqual(['/', 'en'])
})

test('a visit renews stored answers and adds no others', () => {
  for (const cookie of ['cookieConsent=closed', 'site=%2Fca%2Ffr-ca', 'quote=abc'])
    setCookie(`${cookie}; path=/`)
  const written = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  renewChoices()
  expect(written.mock.calls.flat()).toEqual([
    'cookieConsent=closed; path=/; max-age=63115200; samesite=lax',
    'site=%2Fca%2Ffr-ca; path=/; max-age=63115200; samesite=lax',
  ])
})

test('a cookie is Secure on https', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  const written = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  storeChoice('site', '/ca/fr-ca')
  expect(written.mock.lastCall).toEqual([
    'site=%2Fca%2Ffr-ca; path=/; max-age=63115200; samesite=lax; secure',
  ])
})

test.each(['%', '%E0%A4', '%zz'])('a malformed cookie %s is ignored', (value) => {
  setCookie(`quote=${value}; path=/`)
  setCookie('site=/ca/fr-ca; path=/')
  expect([readCookie('quote'), readCookie('site')]).toEqual([null, '/ca/fr-ca'])
})
