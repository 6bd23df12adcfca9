import type { OwnWords, Restaurant } from '../words'

export const restaurant: Restaurant = { one: 'grill', other: 'grills' }

/** Overrides of the locales by this brand. */
export const own: OwnWords = {
  en: {
    'home.title': '[brand]. A light left on since 1962',
    'home.description':
      'Burgers and barbecue by the light of a lamp since 1962. Find your grill, build it your way, and pick it up hot.',
    'home.said': 'The lamp is on at',
    'home.since': 'Wood fire since 1962',
    'home.little-deal': 'The Deckhand',
    'home.little-deal-line': 'One patty, pickles, nothing in the way. Last seen: going over the rail.',
    'home.the-original-41': 'The Wharf Roll',
    'home.the-original-41-line': 'Sharp cheddar, onions that took forty minutes. First on the shingle.',
    'home.the-big-deal': 'The Lantern',
    'home.the-big-deal-line': 'Two patties, cheddar, the garden. You can find your way home by it.',
    'home.the-whole-hog': 'Small Craft Warning',
    'home.the-whole-hog-line': 'Two patties, pepper jack, fire sauce, an onion ring to hold on to.',
    'home.locations_one': 'lamp',
    'home.locations_other': 'lamps',
    'home.states_one': '[locations] along one coast, lit before dark.',
    'home.states_other': '[locations] along the coast of [count] states, lit before dark.',
    'home.pit-one': 'The boats are late.',
    'home.pit-two': 'You won’t be.',
    'home.pit-line':
      'Driftwood, salt and somebody up before the first ferry. Order ahead and walk past the line.',
  },
}
