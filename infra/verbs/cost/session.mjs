// An ordering session in a browser, from the home page to the confirmation. It ends when the kitchen has handed the order over.
import { chromium as playwright } from '@playwright/test'
import { chromium } from '../testRequirements.mjs'
import { translator } from '../pages.mjs'

const t = translator({}, 'en')
const guest = { 'first-name': 'Dolores', 'last-name': 'Whitaker', email: 'dolores@example.com', phone: '9185550141' }
const billing = { cardholder: 'Dolores Whitaker', address: '1 Main St', city: 'Tulsa', state: 'OK', zip: '74105' }

/** Runs a session with a cold cache. */
export async function session(url) {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await playwright.launch({ executablePath: chromium(), args })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const button = (name) => page.getByRole('button', { name }).filter({ visible: true }).last()
  await page.goto('/')
  await page.getByRole('combobox', { name: 'City, state or ZIP' }).fill('Tulsa, OK')
  await button('Find my grill').click()
  await page.getByRole('link', { name: 'Order here: Brookside', exact: true }).click()
  await page.getByRole('link', { name: 'The Big Deal', exact: true }).click()
  await button(/^Add 1 – /).click()
  await button('Add Onion Rings').click()
  await page.getByRole('link', { name: /View order/ }).filter({ visible: true }).last().click()
  await button(t('cart', 'next-review')).click()
  await button(t('summary', 'asap')).click()
  await page.getByRole('radio', { name: /^15%/ }).click()
  await button(t('summary', 'to-checkout')).click()
  for (const [field, text] of Object.entries(guest)) await page.getByRole('textbox', { name: t('checkout', field) }).fill(text)
  await button(t('checkout', 'to-payment')).click()
  for (const [field, text] of Object.entries(billing)) await page.getByRole('textbox', { name: t('payment', field) }).fill(text)
  const card = page.getByTitle(t('payment', 'card-field')).contentFrame()
  await card.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242')
  await card.getByRole('textbox', { name: /^Expires/ }).fill('1231')
  await card.getByRole('textbox', { name: 'Security code' }).fill('123')
  await button(/^Place order/).press('Enter')
  await page.waitForURL(/\/orders\/[a-z0-9]{20,}$/)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => /\d/.test(document.title)) // the order number
  const [number] = /\d+/.exec(await page.title())
  await context.close()
  // Wait for the handover on the kitchen's own page, which does not use the table.
  const kitchen = await browser.newPage()
  await kitchen.goto(`${url}/sandbox/kitchen`)
  await kitchen.getByRole('listitem').filter({ hasText: number }).filter({ hasText: 'Handed over' }).waitFor()
  await kitchen.getByText('for the ordering system').waitFor({ state: 'hidden' }) // all events are delivered
  await browser.close()
}
