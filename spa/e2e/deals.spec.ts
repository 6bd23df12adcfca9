import type { Locator, Page } from '@playwright/test'
import { audit } from './audit'
import { journey } from './defineJourney'
import { expectPlaced, fillCheckout, fillDetails, placeButton, submitOrder } from './flow'
import { ledger } from './sandbox'
import { frCa, type Site } from './sites'
import type { Stack } from './stack'
import { expect, test } from './test'

// Each test runs its own promotions.
test.use({ own: { KITCHEN_PACE: '3600' } })

const both = (minor: number) => ({ usd: minor, cad: minor })
const lighterFries = {
  id: 'lighter-fries',
  kind: 3,
  name: { en: 'Fries on a diet', 'fr-ca': 'Frites au régime' },
  amount: both(100),
  items: ['pit-fries'],
}
const freeRings = {
  id: 'free-rings',
  kind: 9,
  name: { en: 'Rings with that', 'fr-ca': 'Des rondelles avec ça' },
  items: ['onion-rings'],
  buy: { items: ['the-big-deal'], quantity: 1 },
}
const lastOne = {
  id: 'last-one',
  kind: 1,
  name: { en: 'First come', 'fr-ca': 'Premier arrivé' },
  amount: both(300),
  limit: 1,
}
const everything = {
  id: 'everything',
  kind: 2,
  name: { en: 'The whole thing', 'fr-ca': 'Au complet' },
  percent: 100,
  code: 'ALLOFIT',
}
type Promotion = { name: { en: string; 'fr-ca': string } }
const nameOf = ({ name }: Promotion, site: Site) => name[site.locale === frCa.locale ? 'fr-ca' : 'en']

async function run(stack: Stack, ...promotions: Promotion[]) {
  await stack.import('promotions', { promotions })
  await stack.passTime('3s') // the promotions are polled every two seconds
}

/** Row of the totals with this label. */
const sum = (ticket: Locator, label: string) =>
  ticket.locator('dl > div').filter({ has: ticket.page().getByRole('term').filter({ hasText: label }) })
const deals = (page: Page, name: RegExp) => page.getByRole('region', { name })

journey(
  'a deal that applies by itself is in the cart and on the receipt',
  async ({ page, stack, createBasket, guest, site, text, menuName, user }) => {
    await run(stack, lighterFries)
    await createBasket({ 'the-big-deal': 1, 'pit-fries': 1 })
    await page.goto(`${site.prefix}/cart`)
    const name = nameOf(lighterFries, site)
    const fries = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: menuName('pit-fries') }) })
    await expect(fries.locator('del')).toHaveText(/2[.,]95|3[.,]75/)
    await expect(fries.locator('ins')).toHaveText(/1[.,]95|2[.,]75/)
    await expect(fries).toContainText(name)
    await expect(sum(page.getByRole('main'), name)).toHaveText(/−.*1[.,]00/)
    await fillCheckout(page, guest, { site, user })
    await submitOrder(page)
    await expectPlaced(page)
    const receipt = page.getByRole('complementary', { name: text('order.your-order') })
    await expect(sum(receipt, name)).toHaveText(/−.*1[.,]00/)
    await expect(receipt.getByRole('listitem').filter({ hasText: name }).locator('ins')).toHaveText(
      /1[.,]95|2[.,]75/,
    )
    await audit(page, 'a receipt with a deal', 'aside')
  },
)

journey(
  'a code of a link waits for the cart; a wrong one is refused; a deal of everything is a free order',
  async ({ page, context, stack, createBasket, guest, faults, site, text, user }) => {
    faults.expect(/^422: POST .*\/coupons\/apply$/)
    await run(stack, everything)
    await page.goto(`${site.prefix}/quote/everyday?type=carryout&coupon=all-of-it`)
    await expect
      .poll(async () => (await context.cookies()).some(({ name }) => name === 'couponItemId'))
      .toBe(true)
    await createBasket({ 'the-big-deal': 1 })
    await page.goto(`${site.prefix}/cart`)
    const part = deals(page, text('deals.title'))
    const remove = part.getByRole('button', { name: text('deals.remove-code', { code: 'ALLOFIT' }) })
    await expect(remove).toBeVisible()
    await audit(page, 'a cart with a code', 'main')
    await user.press(remove)
    await expect(remove).toHaveCount(0)

    await user.press(part.getByRole('button', { name: text('deals.have-code') }))
    const field = part.getByRole('textbox', { name: text('deals.code') })
    const apply = part.getByRole('button', { name: text('deals.apply') })
    await expect(field).toBeFocused()
    await user.type(field, 'NOTHING')
    await user.press(apply)
    await expect(part.getByText(text('problem.coupon-conditions'))).toBeVisible()
    await expect(field).toHaveValue('NOTHING')
    await audit(page, 'a refused code', 'main')
    await user.type(field, 'all of it')
    await user.press(apply)
    await expect(remove).toBeVisible()

    await page.goto(`${site.prefix}/checkout`)
    await fillDetails(page, guest, user)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('payment.free-heading'))
    await submitOrder(page)
    await expectPlaced(page)
    await expect(page.getByRole('complementary', { name: text('order.your-order') })).toContainText('ALLOFIT')
    expect(await ledger(context)).toEqual([])
  },
)

journey(
  'a deal that another order used up is named before the payment, with the old and the new total',
  async ({ page, stack, api, createBasket, guest, faults, site, text, user }) => {
    faults.expect(/^409: POST .*\/payment-management\/card\//)
    await run(stack, lastOne)
    await createBasket({ 'the-big-deal': 2 })
    await fillCheckout(page, guest, { site, user })
    const label = await placeButton(page).innerText()
    await api.placeOrder(site.location, { 'the-big-deal': 1 }, { ...guest, email: `other-${guest.email}` })
    await submitOrder(page)
    const notice = page.getByRole('alert').filter({ hasText: text.part('deals.lost-title', { count: 1 }) })
    await expect(notice).toContainText(text.part('deals.lost-limit', { deal: nameOf(lastOne, site) }))
    await expect(notice.locator('del').last()).toContainText(label.match(/[\d.,]+/)![0])
    await audit(page, 'a lost deal', 'main [role="alert"]')
    await user.press(notice.getByRole('button', { name: text('checkout.cart-accept') }))
    await submitOrder(page)
    await expectPlaced(page)
  },
)

journey(
  'a deal says what it lacks, and one press adds it',
  async ({ page, stack, createBasket, site, text, menuName, user }) => {
    await run(stack, freeRings)
    await createBasket({ 'the-big-deal': 1 })
    await page.goto(`${site.prefix}/cart`)
    const part = deals(page, text('deals.title'))
    const row = part.getByRole('listitem').filter({ hasText: nameOf(freeRings, site) })
    await expect(row).toContainText(menuName('onion-rings'))
    await audit(page, 'a deal within reach', 'main')
    await user.press(
      row.getByRole('button', { name: text('deals.fix-add-one', { item: menuName('onion-rings') }) }),
    )
    await expect(row).toHaveCount(0)
    const rings = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: menuName('onion-rings') }) })
    await expect(rings.locator('ins')).toHaveText(/^\D*0[.,]00\D*$/)
  },
)
