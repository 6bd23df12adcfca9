import { expect, type Page } from '@playwright/test'
import type { Guest } from './counter'
import { type Hand, Mouse } from './input'
import { en } from './sites'
import { localeOf, wordsOf } from './words'

/** Returns the texts in the language of the current page. */
export const say = (page: Page) => wordsOf(localeOf(page))

/** Texts of the hosted card field, the payment provider's own document, in its two languages. */
const cardWords = {
  en: { number: 'Card number', expires: /^Expires/, code: 'Security code' },
  'fr-ca': { number: 'Numéro de carte', expires: /^Expiration/, code: 'Code de sécurité' },
}

/** Test cards of the payments sandbox. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 9995',
  asksBank: '4000 0027 6000 3184',
  answerLost: '4000 0000 0000 4087',
} as const

/** Searches locations on the market's start order page. */
export async function search(page: Page, place: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday?type=carryout`)
  await page.getByRole('search').getByRole('combobox').fill(place)
  await page.getByRole('search').getByRole('combobox').press('Enter')
}

/** Opens the menu of a location by URL. */
export async function openMenu(page: Page, store: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${store}?type=carryout`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** Opens the page of a dish by URL. */
export async function openDish(page: Page, store: string, dish: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${store}/${dish}?type=carryout`)
  await expect(page.getByRole('button', { name: say(page)('item.add') })).toBeVisible()
}

/** Fills in the contact details and continues to the payment. */
export async function giveDetails(page: Page, guest: Guest, hand: Hand = new Mouse()) {
  const w = say(page)
  for (const [field, text] of [
    ['first-name', guest.firstName],
    ['last-name', guest.lastName],
    ['email', guest.email],
    ['phone', guest.phone],
  ] as const)
    await hand.type(page.getByRole('textbox', { name: w(`checkout.${field}`) }), text)
  await hand.press(page.getByRole('button', { name: w('checkout.to-payment') }))
  await expect(placeButton(page)).toBeVisible()
}

/** Returns the frame of the hosted card field. */
export const cardFrame = (page: Page) => page.getByTitle(say(page)('payment.card-field')).contentFrame()

/** Returns the bank's page in its nested frame. */
export const bankFrame = (page: Page) =>
  page.getByTitle(say(page)('payment.bank-frame')).contentFrame().locator('iframe').contentFrame()

/** Types a card into the hosted field. */
export async function typeCard(page: Page, number: string, hand: Hand = new Mouse()) {
  const w = cardWords[localeOf(page) === 'fr-ca' ? 'fr-ca' : 'en']
  const field = cardFrame(page)
  await hand.type(field.getByRole('textbox', { name: w.number }), number)
  await hand.type(field.getByRole('textbox', { name: w.expires }), '12 / 31')
  await hand.type(field.getByRole('textbox', { name: w.code }), '123')
}

/** Fills in the billing address. */
export async function typeBilling(page: Page, billing = en.billing, hand: Hand = new Mouse()) {
  const w = say(page)
  const inUS = localeOf(page) === 'en'
  for (const [field, text] of [
    ['cardholder', 'Dolores Whitaker'],
    ['address', '1 Main St'],
    ['city', billing.city],
    [inUS ? 'state' : 'province', billing.state],
    [inUS ? 'zip' : 'postal-code', billing.zip],
  ] as const)
    await hand.type(page.getByRole('textbox', { name: w(`payment.${field}`) }), text)
}

export function placeButton(page: Page) {
  return page.getByRole('button', { name: say(page)('payment.place') })
}

/** Places the order by keyboard: after a scroll the browser may still dispatch a click to the card field's frame. */
export async function place(page: Page) {
  await placeButton(page).press('Enter')
}

/** Goes from the checkout to a payment form that is ready to submit. */
export async function readyToPlace(
  page: Page,
  guest: Guest,
  { card = cards.good as string, site = en, hand = new Mouse() as Hand } = {},
) {
  await page.goto(`${site.prefix}/checkout`)
  await giveDetails(page, guest, hand)
  await typeBilling(page, site.billing, hand)
  await typeCard(page, card, hand)
}

/** Advances the page's mocked clock until the title appears. */
export async function comesTo(page: Page, title: RegExp) {
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return page.title()
    })
    .toMatch(title)
}

/** Expects the page of a placed order. */
export async function expectPlaced(page: Page) {
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]{20,}$/)
}
