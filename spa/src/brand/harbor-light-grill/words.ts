import type { OwnWords } from '../words'

/** What this brand says in place of a sentence of the locales. */
export const own: OwnWords = {
  en: {
    'home.title': '[brand]. A light left on since 1962',
    'home.description':
      'Burgers and barbecue by the light of a lamp since 1962. Find your grill, build it your way, and pick it up hot.',
    'home.said': 'The lamp is on at',
    'home.since': 'Wood fire since 1962',
  },
}
