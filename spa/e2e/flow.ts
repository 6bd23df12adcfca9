import { expect, type Locator, type Page } from '@playwright/test'
import type { Guest } from './apiClient'
import { en } from './sites'
import { localeOf, textsIn } from './texts'
import { MouseUser, type User } from './user'

/** Returns patterns for the texts in the language of the current page. */
export const textOf = (page: Page) => textsIn(localeOf(page))

/** Texts of the hosted card field, the payment provider's own document, in its two languages. */
const cardWords = {
  en: { number: 'Card number', expires: /^Expires/, code: 'Security code' },
  'fr-ca': { number: 'Numéro de carte', expires: /^Expiration/, code: 'Code de sécurité' },
}

/** Test cards of the payments sandbox. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 9995',
  needsChallenge: '4000 0027 6000 3184',
} as const

/** Searches locations on the market's start order page. */
export async function search(page: Page, place: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday?type=carryout`)
  await page.getByRole('search').getByRole('combobox').fill(place)
  await page.getByRole('search').getByRole('combobox').press('Enter')
}

/** Opens the menu of a location by URL. */
export async function openMenu(page: Page, slug: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${slug}?type=carryout`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** Opens the page of a dish by URL. */
export async function openDish(page: Page, slug: string, dish: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${slug}/${dish}?type=carryout`)
  await expect(page.getByRole('button', { name: textOf(page)('item.add') })).toBeVisible()
}

/** Fills in the contact details and continues to the payment. */
export async function fillDetails(page: Page, guest: Guest, user: User = new MouseUser()) {
  const text = textOf(page)
  for (const [field, value] of [
    ['first-name', guest.firstName],
    ['last-name', guest.lastName],
    ['email', guest.email],
    ['phone', guest.phone],
  ] as const)
    await user.type(page.getByRole('textbox', { name: text(`checkout.${field}`) }), value)
  await user.press(page.getByRole('button', { name: text('checkout.to-payment') }))
  await expect(placeButton(page)).toBeVisible()
}

/** Returns the frame of the hosted card field. */
export const cardFrame = (page: Page) => page.getByTitle(textOf(page)('payment.card-field')).contentFrame()

/** Returns the bank's page in its nested frame. */
export const bankFrame = (page: Page) =>
  page.getByTitle(textOf(page)('payment.bank-frame')).contentFrame().locator('iframe').contentFrame()

/** Types a card into the hosted field. */
export async function typeCard(page: Page, number: string, user: User = new MouseUser()) {
  const words = cardWords[localeOf(page) === 'fr-ca' ? 'fr-ca' : 'en']
  const field = cardFrame(page)
  await user.type(field.getByRole('textbox', { name: words.number }), number)
  await user.type(field.getByRole('textbox', { name: words.expires }), '12 / 31')
  await user.type(field.getByRole('textbox', { name: words.code }), '123')
}

/** Fills in the billing address. */
export async function typeBilling(page: Page, billing = en.billing, user: User = new MouseUser()) {
  const text = textOf(page)
  const inUS = localeOf(page) === 'en'
  for (const [field, value] of [
    ['cardholder', 'Dolores Whitaker'],
    ['address', '1 Main St'],
    ['city', billing.city],
    [inUS ? 'state' : 'province', billing.state],
    [inUS ? 'zip' : 'postal-code', billing.zip],
  ] as const)
    await user.type(page.getByRole('textbox', { name: text(`payment.${field}`) }), value)
}

/** Button that places an order, paid or free. */
export function placeButton(page: Page) {
  const text = textOf(page)
  const button = (name: RegExp) => page.getByRole('button', { name })
  return button(text('payment.place')).or(button(text('payment.place-free')))
}

/** Submits the order by keyboard: after a scroll the browser may still dispatch a click to the card field's frame. */
export async function submitOrder(page: Page) {
  await placeButton(page).press('Enter')
}

/** Goes from the checkout to a payment form that is ready to submit. */
export async function fillCheckout(
  page: Page,
  guest: Guest,
  { card = cards.good as string, site = en, user = new MouseUser() as User } = {},
) {
  await page.goto(`${site.prefix}/checkout`)
  await fillDetails(page, guest, user)
  await typeBilling(page, site.billing, user)
  await typeCard(page, card, user)
}

/** Advances the page's mocked clock until the title appears. */
export async function waitForTitle(page: Page, title: RegExp) {
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

/**
 * Makes calls of this path slow, and loses the answer of the first one after the server stored what it sent. Returns their idempotency
 * keys, which must all be the same.
 */
export async function loseFirstAnswer(page: Page, path: string): Promise<string[]> {
  const keys: string[] = []
  await page.route(`**/api/${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key']!)
    const first = keys.length === 1
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 400))
    await (first ? route.abort('connectionreset') : route.fulfill({ response }))
  })
  return keys
}

/** Focuses each new toast so that it stays: on a slow machine it would close before the test reads or presses it. */
export const keepToasts = (toasts: Locator) =>
  toasts.evaluate((region) =>
    new MutationObserver(() => region.querySelector('button')?.focus()).observe(region, { childList: true }),
  )
