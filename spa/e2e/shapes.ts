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

/** With the quick shape, English and French on a wide screen and on a phone: journeys of deals run in all of them. */
const corners = [
  shape(en, 'mouse', 'phone', 'light'),
  shape(frCa, 'mouse', 'wide', 'light'),
  shape(frCa, 'mouse', 'phone', 'light'),
]

/** Journeys by kind. The journeys of a kind use the sets in turn, so a kind needs at least as many journeys as there are sets. */
export const kinds: Record<string, readonly string[]> = {
  find: [
    'a location is found by town and by postal code, and the filters stay in the address',
    'a location is found by the guest’s position; without permission the field still works',
    'a pin on the map and its row are linked',
    'pages lead from the country to a location’s menu',
  ],
  choose: [
    'allergens filter the menu, and filters without a result can be cleared',
    'a combo is built step by step, edited with its choices, removed and restored',
    'a line is increased, decreased, edited, removed and restored',
    'of two tabs, the second to change the cart sees the first one’s change',
    'offline, also after a reload, menu and cart can be read, and ordering is disabled with the reason',
  ],
  change: [
    'the menu of another location offers to move the cart, and lists the changes',
    'changing carryout to curbside lists unavailable dishes and keeps the time',
    'a closed day says why, and names the next open one',
    'a later time names the breakfast dishes that it removes',
  ],
  pay: [
    'a guest orders a pickup',
    'a declined card is followed by an accepted one',
    'the bank’s challenge is approved',
    'a dish sells out on the menu, at its page, in the cart and at submit',
    'a price change before the payment shows the old and the new price',
  ],
  deals: [
    'a deal that applies by itself is in the cart and on the receipt',
    'a code of a link waits for the cart; a wrong one is refused; a deal of everything is a free order',
    'a deal that another order used up is named before the payment, with the old and the new total',
    'a deal says what it lacks, and one press adds it',
    'a customer earns points with an order, and pays for a reward with them',
    'a birthday gift and the prize of a tray are used in an order, and come back when it is cancelled',
  ],
  follow: [
    'the guest cancels and gets a refund',
    'a curbside order asks for the car, and "I’m here" notifies the kitchen',
    'an order is reordered in two taps; unavailable dishes are named, and an open cart is kept unless the guest replaces it',
    'a guest signs up at the checkout, signs out and in, and sets a new password',
    'a customer fills in the profile, moves to a new e-mail address, and keeps an account that was to be deleted',
    'a guest who ordered adds a password, and orders again as a customer with a shelf and a favorite',
    'a review keeps everything through a slow, a cancelled and a failed photograph, and a lost answer',
    'an order is reviewed layer by layer, and its token is in no URL',
    'a guest who ordered saves it with a passkey, without a password',
    'a guest signs in at Google from the cart, and comes back to it',
  ],
  write: [
    'feedback is sent once over a network that fails in the middle',
    'a message to the guest line waits for the connection and is sent once; the next one begins empty',
    'a catered event is rated, with the location that cooked',
  ],
  claim: [
    'a guest objects to any sale: the browser at once without the network, then the person',
    'a privacy request is confirmed by the mailed code, and names the dates of its answer',
    'a guest applies for a job once over a network that fails in the middle, with hours and a résumé',
    'a guest enters the contest once',
  ],
}

/** Returns the shapes in which the long tests run a journey. */
export function longShapes(title: string): readonly Shape[] {
  for (const [kind, titles] of Object.entries(kinds)) {
    const turn = titles.indexOf(title)
    if (turn < 0) continue
    const set = sets[turn % sets.length]!
    if (kind !== 'deals') return set
    const isIn = ({ site, width }: Shape) => set.some((shape) => shape.site === site && shape.width === width)
    return [...set, ...corners.filter((shape) => !isIn(shape))]
  }
  throw new Error(`shapes.ts lists no journey called "${title}": add it to its kind`)
}
