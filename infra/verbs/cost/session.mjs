// An ordering session in a browser, from the home page to the confirmation. It ends when the kitchen has handed the order over.
import { chromium as playwright } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build.mjs'
import { chromium } from '../machine.mjs'

const words = (file) => JSON.parse(readFileSync(join(root, 'locales', 'en', `${file}.json`), 'utf8'))
const checkout = words('checkout')
const payment = words('payment')
const guest = { 'first-name': 'Dolores', 'last-name': 'Whitaker', email: 'dolores@example.com', phone: '9185550141' }
const billing = { cardholder: 'Dolores Whitaker', address: '1 Main St', city: 'Tulsa', state: 'OK', zip: '74105' }

/** Runs that many sessions, each with a cold cache. */
export async function sessions(url, count) {
  const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
  for (let n = 0; n < count; n++) await session(browser, url)
  await browser.close()
}

async function session(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('combobox', { name: 'City, state or ZIP' }).fill('Tulsa, OK')
  await page.getByRole('button', { name: 'Find my grill' }).click()
  await page.getByRole('link', { name: 'Order here: Brookside', exact: true }).click()
  await page.getByRole('link', { name: 'The Big Deal', exact: true }).click()
  await page.getByRole('button', { name: /^Add 1 – / }).click()
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await visible(page.getByRole('link', { name: /View order/ })).click()
  await visible(page.getByRole('button', { name: 'Choose a time' })).click()
  await page.getByRole('button', { name: /^As soon as possible/ }).click()
  await page.getByRole('radio', { name: /^15%/ }).click()
  await visible(page.getByRole('button', { name: /^Go to checkout/ })).click()
  for (const [field, text] of Object.entries(guest)) await page.getByRole('textbox', { name: checkout[field] }).fill(text)
  await page.getByRole('button', { name: checkout['to-payment'] }).click()
  for (const [field, text] of Object.entries(billing)) await page.getByRole('textbox', { name: payment[field] }).fill(text)
  const card = page.getByTitle(payment['card-field']).contentFrame()
  await card.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242')
  await card.getByRole('textbox', { name: /^Expires/ }).fill('1231')
  await card.getByRole('textbox', { name: 'Security code' }).fill('123')
  await page.getByRole('button', { name: /^Place order/ }).press('Enter')
  await page.waitForURL(/\/orders\/[a-z0-9]{20,}$/)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => /\d/.test(document.title)) // the order number
  const [number] = /\d+/.exec(await page.title())
  await context.close()
  await handedOver(browser, `${url}/sandbox/kitchen`, number)
}

/** Waits for the handover on the kitchen's own page, which does not use the table. */
async function handedOver(browser, kitchen, number) {
  const page = await browser.newPage() // another browser context: the guest's service worker would check for updates
  await page.goto(kitchen)
  await page.getByRole('listitem').filter({ hasText: number }).filter({ hasText: 'Handed over' }).waitFor()
  await page.getByText('for the ordering system').waitFor({ state: 'hidden' }) // all events are delivered
  await page.close()
}

const visible = (locator) => locator.filter({ visible: true }).last()
