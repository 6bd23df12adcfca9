import type { Page } from '@playwright/test'
import { journey } from './defineJourney'
import {
  bankFrame,
  cardFrame,
  cards,
  expectPlaced,
  fillCheckout,
  fillDetails,
  submitOrder,
  typeCard,
} from './flow'
import { expectOneOrder, ledger } from './sandbox'
import { frCa } from './sites'
import { expect, test } from './test'

/** Submits the order, forwards the request and drops its response. */
async function placeWithLostResponse(page: Page) {
  await page.route(
    '**/payment-management/card/**',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await submitOrder(page)
  await expect(page.getByRole('alert')).toContainText('We didn’t hear back.')
}

/** A kitchen so slow that orders keep their status during a test. */
const slowKitchen = { KITCHEN_PACE: '3600' }

test('missing details are named; the fields support autofill, the right keyboard and paste', async ({
  page,
  guest,
  createBasket,
}) => {
  await createBasket()
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'On to payment' }).click()
  const summary = page.locator(':focus')
  await expect(summary).toContainText('4 things to fix')
  for (const words of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Phone number is required',
  ])
    await expect(summary.getByRole('button', { name: words })).toBeVisible()
  await summary.getByRole('button', { name: 'Email is required' }).click()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeFocused()
  await email.fill('dolores@nowhere')
  await expect(email).toHaveAccessibleDescription(/Invalid email address/)
  await email.fill('dolores@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill('123')
  await phone.blur()
  await expect(phone).toHaveAccessibleDescription(/Not a valid phone number/)

  const expectFields = async (fields: Record<string, [autocomplete: string, inputmode?: string]>) => {
    for (const [name, [autocomplete, inputmode]] of Object.entries(fields)) {
      const field = page.getByRole('textbox', { name, exact: true })
      await expect(field).toHaveAttribute('autocomplete', autocomplete)
      if (inputmode) await expect(field).toHaveAttribute('inputmode', inputmode)
    }
    expect(await fieldsWithoutPaste(page)).toEqual([])
  }
  await expectFields({
    'First name': ['given-name'],
    'Last name': ['family-name'],
    Email: ['email', 'email'],
    'Phone number': ['tel', 'tel'],
  })
  await fillDetails(page, guest)
  await expectFields({
    'Cardholder name': ['cc-name'],
    'Billing address': ['billing street-address'],
    City: ['billing address-level2'],
    State: ['billing address-level1'],
    'ZIP code': ['billing postal-code', 'numeric'],
  })
  const card = cardFrame(page)
  for (const [name, autocomplete] of [
    ['Card number', 'cc-number'],
    [/^Expires/, 'cc-exp'],
    ['Security code', 'cc-csc'],
  ] as const) {
    const field = card.getByRole('textbox', { name })
    await expect(field).toHaveAttribute('autocomplete', autocomplete)
    await expect(field).toHaveAttribute('inputmode', 'numeric')
  }
})

/** Returns the fields of a page that reject pasting. */
const fieldsWithoutPaste = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('input, textarea')]
        .filter(
          (field) => !field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
        )
        .map((field) => field.outerHTML),
    )

journey(
  'a declined card is followed by an accepted one',
  async ({ page, guest, faults, site, text, user, createBasket }) => {
    faults.expect(/^402: POST .*\/payment-management\/card\//)
    await createBasket()
    await fillCheckout(page, guest, { card: cards.declined, site, user })
    await submitOrder(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(text.part('problem.payment-declined'))
    await expect(alert).toContainText(text.part('payment.declined-insufficient-funds'))
    await expect(page.getByRole('textbox', { name: text('payment.address') })).toHaveValue('1 Main St')
    await typeCard(page, cards.good, user)
    await submitOrder(page)
    await expectPlaced(page)
  },
)

journey('the bank’s challenge is approved', async ({ page, guest, site, text, user, createBasket }) => {
  await createBasket()
  await fillCheckout(page, guest, { card: cards.needsChallenge, site, user })
  await submitOrder(page)
  await expect(page.getByRole('dialog', { name: text('payment.bank-title') })).toBeVisible()
  const bank = bankFrame(page)
  await expect(
    bank.getByText(site === frCa ? 'Visa se terminant par 3184' : 'Visa ending in 3184'),
  ).toBeVisible()
  await user.press(bank.getByRole('button', { name: site === frCa ? 'Approuver' : 'Approve' }))
  await expectPlaced(page)
})

test('the bank’s challenge is refused, then another card pays', { tag: '@long' }, async ({
  page,
  guest,
  faults,
  createBasket,
}) => {
  faults.expect(/^402: POST/)
  await createBasket()
  await fillCheckout(page, guest, { card: cards.needsChallenge })
  await submitOrder(page)
  await expect(page.getByRole('dialog', { name: 'Your bank' })).toBeVisible()
  await bankFrame(page).getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('alert')).toContainText('Your bank did not confirm the payment')
  await typeCard(page, cards.good)
  await submitOrder(page)
  await expectPlaced(page)
})

test.describe('a connection lost at "Place order"', () => {
  test.use({ own: slowKitchen })

  test('before the request: a retry makes one order', async ({
    page,
    context,
    guest,
    faults,
    createBasket,
  }) => {
    faults.expect(/^failed: .*\/payment-management\/.*INTERNET_DISCONNECTED/)
    await createBasket()
    await fillCheckout(page, guest)
    await page.route('**/payment-management/card/**', async (route) => {
      await context.setOffline(true)
      await route.continue()
    })
    await submitOrder(page)
    await expect(page.getByRole('alert')).toContainText('We didn’t hear back.')
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await expect(page.getByText('No connection: nothing is sent until it’s back.')).toBeVisible()
    await page.unroute('**/payment-management/card/**')
    await context.setOffline(false)
    await expectPlaced(page)
    await expectOneOrder(context, guest.firstName)
  })

  test('after the request: a retry gets the response of the same order', async ({
    page,
    context,
    guest,
    faults,
    createBasket,
  }) => {
    faults.expect(/^failed: POST .*\/payment-management\/card\//)
    await createBasket()
    await fillCheckout(page, guest)
    await placeWithLostResponse(page)
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expectPlaced(page)
    await expectOneOrder(context, guest.firstName)
  })

  test('with a reload: the order continues by itself', { tag: '@long' }, async ({
    page,
    context,
    guest,
    faults,
    createBasket,
  }) => {
    faults.expect(/^failed: POST .*\/payment-management\/card\//)
    await createBasket()
    await fillCheckout(page, guest)
    await placeWithLostResponse(page)
    await page.reload()
    await expectPlaced(page)
    expect(await ledger(context)).toHaveLength(1)
  })
})

test.describe('an expired hold', () => {
  test.use({ own: slowKitchen })

  test('is announced without a reload, with the next free times', async ({
    page,
    stack,
    guest,
    createBasket,
  }) => {
    await page.clock.install()
    await createBasket()
    await page.goto('/checkout')
    await expect(page.getByRole('timer')).toContainText(/Held for you for \d+:\d\d/)
    await fillDetails(page, guest)
    // The page's clock also triggers timeouts of pending requests: wait until the page is complete.
    await expect(cardFrame(page).getByRole('textbox').first()).toBeVisible()
    await stack.passTime('11m')
    await page.clock.fastForward('11:05')
    const ended = page
      .getByRole('alert')
      .filter({ hasText: 'Your time is no longer held. Choose a time again' })
    await expect(ended).toBeVisible()
    await ended.getByRole('group', { name: 'The next open times:' }).getByRole('button').first().click()
    await expect(ended).toBeHidden()
    await expect(page.getByRole('timer')).toContainText(/Held for you for (10:00|9:\d\d)/)
  })
})

test('typed details survive a reload, the card does not, and a double press makes one order', async ({
  page,
  guest,
  createBasket,
}) => {
  const idempotencyKeys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/payment-management/card/'))
      idempotencyKeys.push(request.headers()['idempotency-key'] ?? '')
  })
  await createBasket()
  await fillCheckout(page, guest)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Billing address' })).toHaveValue('1 Main St')
  const field = cardFrame(page)
  await expect(field.getByRole('textbox', { name: 'Card number' })).toHaveValue('')
  expect(await browserStorage(page)).not.toMatch(/4242 ?4242/) // four digits alone may occur in a key or a time
  // The card field shows its errors like the other fields, and is first in the summary as on the page.
  await page.getByRole('textbox', { name: 'City' }).fill('')
  await submitOrder(page)
  await expect(page.getByText('2 things to fix')).toBeVisible()
  await expect(page.getByRole('button', { name: 'City is required' })).toBeVisible()
  await expect(field.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'The card is not complete' }).click()
  await expect(field.getByRole('textbox', { name: 'Card number' })).toBeFocused()

  await page.getByRole('textbox', { name: 'City' }).fill('Tulsa')
  await typeCard(page, cards.good)
  expect(idempotencyKeys).toEqual([])
  await Promise.all([submitOrder(page), submitOrder(page)])
  await expectPlaced(page)
  expect(new Set(idempotencyKeys).size).toBe(1)
  // The checkout's URLs now redirect to the order.
  const order = page.url()
  for (const path of ['/checkout/payment', '/checkout']) {
    await page.goto(path)
    await expect(page).toHaveURL(order)
  }
})

function browserStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
}
