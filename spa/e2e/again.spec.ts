import type { Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { expect, test } from './test'

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })

/** The order is in its guest's hands. */
const served = (counter: Counter, token: string) =>
  expect.poll(async () => (await counter.standing(token)).status).toBe('completed')

test.describe('ordered again', () => {
  // What is sold out would be so for every other test.
  test.use({ own: { CLOCK: '2026-11-20T18:00:00Z', KITCHEN_PACE: '1' } })

  test('in two taps; what cannot be had is named, and an open cart is kept unless the guest says so', {
    tag: '@both',
  }, async ({ page, context, stack, guest }) => {
    const counter = new Counter(stack.url)
    const token = await counter.order('bdb-1001', { 'the-big-deal': 2, 'pit-fries': 1 }, guest)
    await served(counter, token)
    await page.goto(`/orders/${token}`)
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('main')).toContainText('The Big Deal')
    await expect(page.getByRole('link', { name: /^Cart, 3 items/ })).toBeVisible()
    await expect(page.getByText('Something changed since you chose it')).toHaveCount(0)

    await stack.import('availability', {
      locations: [{ location: 'bdb-1001', soldOut: [{ item: 'pit-fries' }] }],
    })
    const [first] = (await context.cookies()).filter(({ name }) => name === 'quote')
    await expect.poll(async () => (await counter.look(first!.value)).changes).toHaveLength(1)
    await carry(context, stack.url, await counter.basket('bdb-1010', { 'onion-rings': 1 }))
    await page.goto(`/orders/${token}`)
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(dialog(page)).toContainText('It holds 1 item at Blue Dome.')
    await audit(page, 'order again with a cart', 'dialog[open]')
    expect(await sideways(page)).toBe(0)
    await dialog(page).getByRole('button', { name: 'Start over with this order' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText('Pit Fries is sold out. It comes off your order.')).toBeVisible()
    await audit(page, 'the cart of an order again', 'main')
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('main')).toContainText('Onion Rings')
  })

  test('de nouveau, en français', { tag: ['@both', '@long'] }, async ({ page, stack, guest }) => {
    const counter = new Counter(stack.url, 'fr-ca')
    const token = await counter.order('bdb-1020', { 'the-big-deal': 1 }, guest)
    await served(counter, token)
    await page.goto(`/ca/fr-ca/orders/${token}`)
    await page.getByRole('button', { name: 'Commander de nouveau' }).press('Enter')
    await expect(page).toHaveURL('/ca/fr-ca/cart')
    await expect(page.getByRole('main')).toContainText('Le Big Deal')
  })
})
