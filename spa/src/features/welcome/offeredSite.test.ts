import { expect, test } from 'vitest'
import { offeredSite } from './offeredSite'

const english = ['en-US', 'en']
const french = ['fr-CA', 'en']

test.each([
  ['who reads the site of their country', 'US', '/menu', english, undefined],
  ['the same in Canada, in either language', 'CA', '/ca/fr-ca/cart', english, undefined],
  ['a country without a site', 'DE', '/', english, undefined],
  ['the home', 'CA', '/', english, { path: '/ca/en-ca', keeps: false }],
  ['the home, in the guest’s language', 'CA', '/', french, { path: '/ca/fr-ca', keeps: false }],
  [
    'a page that the other has too',
    'CA',
    '/company/our-story',
    french,
    { path: '/ca/fr-ca/company/our-story', keeps: true },
  ],
  ['a page that it has not', 'BR', '/cart', ['pt-BR'], { path: '/br/pt-br', keeps: false }],
  [
    'a place, whose list the other has',
    'CA',
    '/locations/texas',
    english,
    { path: '/ca/en-ca/locations', keeps: true },
  ],
  [
    'back to the first site',
    'US',
    '/ca/fr-ca/company/our-story',
    french,
    { path: '/company/our-story', keeps: true },
  ],
  ['the menu, whose country’s home alone is offered', 'BR', '/menu', english, { path: '/br', keeps: false }],
  ['deals', 'CA', '/promos/current-deals', french, { path: '/ca/fr-ca', keeps: false }],
  ['nutrition', 'AE', '/company/nutritional', english, { path: '/ae', keeps: false }],
  ['an error page', 'MX', '/_error', english, { path: '/mx', keeps: false }],
  [
    'the menu, to the first site, whose home has no prefix',
    'US',
    '/ca/en-ca/menu',
    english,
    { path: '/', keeps: false },
  ],
  [
    'nutrition in French, to the first site',
    'US',
    '/ca/fr-ca/company/nutritional',
    french,
    { path: '/', keeps: false },
  ],
  ['the menu of another market', 'JP', '/br/pt-br/menu', english, { path: '/jp', keeps: false }],
  ['what only begins alike', 'CA', '/menus', english, { path: '/ca/en-ca', keeps: false }],
] as const)('%s', (_, country, pathname, languages, want) => {
  const offer = offeredSite(country, pathname, languages)
  expect(offer && { path: offer.path, keeps: offer.keeps }).toEqual(want)
})
