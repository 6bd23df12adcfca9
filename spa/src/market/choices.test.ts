import { expect, test, vi } from 'vitest'
import { type Choice, choose, chooseSite, chosen } from './choices'

test.each([
  ['cookieConsent', 63_115_200],
  ['hidePromotionsBar', 604_800],
  ['hideContinueToInternationalSitePrompt', 21_600],
] as const satisfies [Choice, number][])('%s stands for %d seconds, on every path', (name, seconds) => {
  const written = vi.spyOn(document, 'cookie', 'set')
  choose(name)
  expect(written).toHaveBeenCalledWith(`${name}=true; path=/; max-age=${seconds}; samesite=lax`)
})

test('a site that was chosen is remembered with its language', () => {
  chooseSite({ prefix: '', locale: 'en' })
  expect([chosen('site'), chosen('language')]).toEqual(['/', 'en'])
  // biome-ignore lint/suspicious/noDocumentCookie: as it was before
  for (const name of ['site', 'language']) document.cookie = `${name}=; path=/; max-age=0`
})
