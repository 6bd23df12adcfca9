import { expect, test } from 'vitest'
import { offeredSite } from './offeredSite'

const english = ['en-US', 'en']
const french = ['fr-CA', 'en']

test.each([
  ['a guest on the site of their country', 'US', '/menu', english, undefined],
  ['a guest in Canada on either Canadian site', 'CA', '/ca/fr-ca/cart', english, undefined],
  ['a country without a site', 'DE', '/', english, undefined],
  ['the home page', 'CA', '/', english, { path: '/ca/en-ca', isSamePage: false }],
  ['the home page, in the guest’s language', 'CA', '/', french, { path: '/ca/fr-ca', isSamePage: false }],
  [
    'a page that both sites have',
    'CA',
    '/company/our-story',
    french,
    { path: '/ca/fr-ca/company/our-story', isSamePage: true },
  ],
  [
    'a page that the other site does not have',
    'BR',
    '/cart',
    ['pt-BR'],
    { path: '/br/pt-br', isSamePage: false },
  ],
  [
    'a page of a state leads to the list of locations',
    'CA',
    '/locations/texas',
    english,
    { path: '/ca/en-ca/locations', isSamePage: true },
  ],
  [
    'from Canada to the default site',
    'US',
    '/ca/fr-ca/company/our-story',
    french,
    { path: '/company/our-story', isSamePage: true },
  ],
  ['the menu leads to the home page', 'BR', '/menu', english, { path: '/br', isSamePage: false }],
  [
    'the deals lead to the home page',
    'CA',
    '/promos/current-deals',
    french,
    { path: '/ca/fr-ca', isSamePage: false },
  ],
  [
    'the nutrition page leads to the home page',
    'AE',
    '/company/nutritional',
    english,
    { path: '/ae', isSamePage: false },
  ],
  ['an error page leads to the home page', 'MX', '/_error', english, { path: '/mx', isSamePage: false }],
  [
    'the menu leads to the default site’s home page without a prefix',
    'US',
    '/ca/en-ca/menu',
    english,
    { path: '/', isSamePage: false },
  ],
  [
    'the French nutrition page leads to the default site’s home page',
    'US',
    '/ca/fr-ca/company/nutritional',
    french,
    { path: '/', isSamePage: false },
  ],
  ['the menu, from another market', 'JP', '/br/pt-br/menu', english, { path: '/jp', isSamePage: false }],
  [
    'a path that only starts like the menu’s',
    'CA',
    '/menus',
    english,
    { path: '/ca/en-ca', isSamePage: false },
  ],
] as const)('%s', (_, country, pathname, languages, want) => {
  const offer = offeredSite(country, pathname, languages)
  expect(offer && { path: offer.path, isSamePage: offer.isSamePage }).toEqual(want)
})
