import type { OwnWords, Restaurant } from '../words'

export const restaurant: Restaurant = { one: 'grill', other: 'grills' }

/** Overrides of the locales by this brand; the locales contain its other texts. */
export const own: OwnWords = {
  en: {
    'app.grill': 'Grill',
    'order.grill': 'Grill',
    'cart.empty-line': 'For now it’s only a shadow. The grill can fix that.',
    'item.away': 'Sold out for now. Look around: something else is on the grill.',
  },
}
