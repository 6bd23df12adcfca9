import { expect, type Page } from '@playwright/test'
import type { Guest } from './test'

/** The words by which a guest finds the way through an order. */
const words = {
  en: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    toPayment: 'On to payment',
    cardholder: 'Name on card',
    cardFrame: 'Card number, expiry date and security code',
    number: 'Card number',
    expires: /^Expires/,
    code: 'Security code',
    address: 'Billing address',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    place: /^Place order/,
  },
  fr: {
    firstName: 'Prénom',
    lastName: 'Nom de famille',
    email: 'Courriel',
    phone: 'Téléphone',
    toPayment: 'Passer au paiement',
    cardholder: 'Nom sur la carte',
    cardFrame: 'Numéro de carte, date d’expiration et code de sécurité',
    number: 'Numéro de carte',
    expires: /^Expiration/,
    code: 'Code de sécurité',
    address: 'Adresse de facturation',
    city: 'Ville',
    state: 'Province',
    zip: 'Code postal',
    place: /^Commander –/,
  },
} as const

/** The words of the language that the page is in. */
export function say(page: Page) {
  return words[/\/fr-ca(\/|$)/.test(new URL(page.url()).pathname) ? 'fr' : 'en']
}

/** Test cards of the payments sandbox. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 9995',
  asksBank: '4000 0027 6000 3184',
  answerLost: '4000 0000 0000 4087',
} as const

/** Finds restaurants as a guest does, from the start order page of the market. */
export async function search(page: Page, place: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday?type=carryout`)
  await page.getByRole('search').getByRole('textbox').fill(place)
  await page.getByRole('search').getByRole('textbox').press('Enter')
}

/** The menu of a restaurant, by its deep link. */
export async function openMenu(page: Page, store: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${store}?type=carryout`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** The page of a dish, by its deep link. */
export async function openDish(page: Page, store: string, dish: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${store}/${dish}?type=carryout`)
  await expect(page.getByRole('button', { name: /^(Add|Ajouter) \d/ })).toBeVisible()
}

/** Who the order is for, on the page that asks it; then on to the payment. */
export async function giveDetails(page: Page, guest: Guest) {
  const w = say(page)
  await page.getByRole('textbox', { name: w.firstName }).fill(guest.firstName)
  await page.getByRole('textbox', { name: w.lastName }).fill(guest.lastName)
  await page.getByRole('textbox', { name: w.email }).fill(guest.email)
  await page.getByRole('textbox', { name: w.phone }).fill(guest.phone)
  await page.getByRole('button', { name: w.toPayment }).click()
  await expect(page.getByRole('button', { name: w.place })).toBeVisible()
}

/** Types a card into the hosted field. */
export async function typeCard(page: Page, number: string) {
  const w = say(page)
  const field = page.getByTitle(w.cardFrame).contentFrame()
  await field.getByRole('textbox', { name: w.number }).fill(number)
  await field.getByRole('textbox', { name: w.expires }).fill('12 / 31')
  await field.getByRole('textbox', { name: w.code }).fill('123')
}

/** The address of the card. */
export async function typeBilling(page: Page, { city = 'Tulsa', state = 'OK', zip = '74105' } = {}) {
  const w = say(page)
  await page.getByRole('textbox', { name: w.cardholder }).fill('Dolores Whitaker')
  await page.getByRole('textbox', { name: w.address }).fill('1 Main St')
  await page.getByRole('textbox', { name: w.city, exact: true }).fill(city)
  await page.getByRole('textbox', { name: w.state, exact: true }).fill(state)
  await page.getByRole('textbox', { name: w.zip }).fill(zip)
}

export function placeButton(page: Page) {
  return page.getByRole('button', { name: say(page).place })
}

/**
 * Places the order. By the key: after a scroll the browser may still take a click for one into the card field, which is a
 * document apart.
 */
export async function place(page: Page) {
  await placeButton(page).press('Enter')
}

/** From the checkout to a payment that only needs the last press. */
export async function readyToPlace(page: Page, guest: Guest, card: string = cards.good) {
  await page.goto('/checkout')
  await giveDetails(page, guest)
  await typeBilling(page)
  await typeCard(page, card)
}

/** The order stands: the guest is on its page. */
export async function expectPlaced(page: Page) {
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]{20,}$/)
}
