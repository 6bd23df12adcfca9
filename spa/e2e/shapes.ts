import { en, enCa, frCa, type Site } from './sites'

/** Conditions of a journey: language, input, width and theme. */
export interface Shape {
  site: Site
  input: 'mouse' | 'keyboard'
  width: 'wide' | 'phone'
  theme: 'light' | 'dark'
}

const shape = (site: Site, input: Shape['input'], width: Shape['width'], theme: Shape['theme']): Shape => ({
  site,
  input,
  width,
  theme,
})

/** Shape of the quick tests. */
export const quick = shape(en, 'mouse', 'wide', 'light')

/**
 * Shapes of the long tests. Each set has a French shape, a phone and a keyboard. All sets and the quick shape together cover every pair
 * of language, input, width and theme.
 */
export const sets: readonly (readonly Shape[])[] = [
  [shape(frCa, 'mouse', 'phone', 'light'), shape(en, 'keyboard', 'phone', 'dark')],
  [shape(frCa, 'keyboard', 'wide', 'dark'), shape(enCa, 'mouse', 'phone', 'dark')],
  [shape(frCa, 'mouse', 'phone', 'light'), shape(enCa, 'keyboard', 'wide', 'light')],
]

/** Ways by kind. The ways of a kind use the sets in turn, so a kind needs at least as many ways as there are sets. */
export const kinds: Record<string, readonly string[]> = {
  find: [
    'a grill is found by its town and by its code, and its filters stay in the address',
    'a grill is found by where the guest is; without leave to look, beside a working field',
    'a sign on the map and its row are one',
    'from the country to a restaurant’s menu, by its pages',
  ],
  choose: [
    'price and picture follow the choices',
    'allergens narrow the menu, and a menu of nothing can be cleared',
    'a combo is put together without getting lost, edited with its choices, removed and put back',
    'a line: one more, one fewer, changed, removed and put back',
    'two tabs: the second to change is shown what the first did',
    'the tip: a share, an amount of one’s own, none',
    'offline, also after a reload: menu and cart can be read, ordering is off and says why',
  ],
  change: [
    'the menu of another grill offers to bring the cart, and lists what changes there',
    'a dish for another grill asks first, and comes with the cart',
    'a cart does not cross the border, and the page says why',
    'carryout becomes curbside: what cannot be had so is named, and the time stays',
    'another day: a closed one says why, and which is next',
    'breakfast is named before it falls out of a later time',
    'why not, and the cheapest way to mend it',
  ],
  pay: [
    'a guest orders a pickup',
    'a declined card, then a good one',
    'the bank asks, and the guest approves',
    'a dish is sold out at each moment: on the menu, at its page, in the cart, at submit',
    'a price that changes before the payment is shown, was and now',
    'a grill that closes while its guest orders says so before the payment, with its next times',
    'a cart that comes back the next day is still there, with what changed named',
  ],
  follow: [
    'an order for another day goes into the calendar',
    'the guest cancels, and gets the money back',
    'a kitchen that refuses: the guest is told, and gets the money back once',
    'a curbside order: the car is asked for, and "I’m here" brings it out',
    'in two taps; what cannot be had is named, and an open cart is kept unless the guest says so',
  ],
}

/** Returns the shapes in which the long tests run a way. */
export function longShapes(title: string): readonly Shape[] {
  for (const ways of Object.values(kinds)) {
    const turn = ways.indexOf(title)
    if (turn >= 0) return sets[turn % sets.length]!
  }
  throw new Error(`shapes.ts lists no way called "${title}": add it to its kind`)
}
