import type { BrowserContext, Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { cards, expectPlaced, giveDetails, place, typeBilling, typeCard } from './flow'
import { expect, test } from './test'

const lunch = { 'the-big-deal': 1, 'pit-fries': 1 }
const civic = { make: 'Honda', model: 'Civic', colour: 'silver' }

// A kitchen by hand: an order waits where the test wants it.
test.use({ own: { CLOCK: '2026-11-20T18:00:00Z' } })
test.beforeEach(({ stack }) => stack.kitchen('byItself', false))

/** The restaurant's system, in a tab of its own. */
async function kitchen(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/sandbox/kitchen')
  return page
}

/** The page comes to say so, by itself: its clock need not be waited for. */
async function comesTo(page: Page, title: RegExp) {
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return page.title()
    })
    .toMatch(title)
}

test('a curbside order: the car is asked for, and "I’m here" brings it out', { tag: '@both' }, async ({
  page,
  context,
  stack,
  guest,
}) => {
  await carry(context, stack.url, await new Counter(stack.url).basket('bdb-1001', lunch, 4))
  await page.goto('/checkout')
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Curbside')
  await page.getByRole('button', { name: 'On to payment' }).click()
  for (const missing of ['Make', 'Model', 'Color']) {
    await expect(page.getByRole('button', { name: `${missing} is required` })).toBeVisible()
  }
  await audit(page, 'the details of a curbside order', 'main')
  expect(await sideways(page)).toBe(0)
  await page.getByRole('textbox', { name: 'Make' }).fill(civic.make)
  await page.getByRole('textbox', { name: 'Model' }).fill(civic.model)
  await page.getByRole('textbox', { name: 'Color' }).fill(civic.colour)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Model' })).toHaveValue('Civic')
  await giveDetails(page, guest)
  await expect(page.getByText('Honda Civic, silver')).toBeVisible()
  await typeBilling(page)
  await typeCard(page, cards.good)
  await page.clock.install()
  await place(page)
  await expectPlaced(page)

  const here = page.getByRole('button', { name: 'I’m here' })
  await expect(here).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('The button wakes up')).toBeVisible()
  const rail = await kitchen(context)
  const slip = rail.getByRole('article')
  await expect(slip).toContainText('Honda Civic, silverOn the way')
  await slip.getByRole('button', { name: /^Accept/ }).click()
  await comesTo(page, /got it/)
  await audit(page, 'a curbside order', 'main')
  await here.click()
  await expect(page.getByRole('heading', { name: 'We know you’re here.' })).toBeFocused()
  await rail.reload()
  await expect(slip).toContainText('Honda Civic, silverHere since')

  await page.getByRole('button', { name: 'Another car today' }).click()
  await page.getByRole('textbox', { name: 'Color' }).fill('red')
  await audit(page, 'another car at the curb', 'main')
  expect(await sideways(page)).toBe(0)
  await page.getByRole('button', { name: 'Tell them' }).click()
  await expect(page.getByRole('button', { name: 'Another car today' })).toBeVisible()
  await rail.reload()
  await expect(slip).toContainText('Honda Civic, redHere since')

  await slip.getByRole('button', { name: /^Start/ }).click()
  await slip.getByRole('button', { name: /^Ready/ }).click()
  await comesTo(page, /ready/)
  await expect(page.getByText('on its way to your car')).toBeVisible()
  await slip.getByRole('button', { name: /^Hand over/ }).click()
  await comesTo(page, /in your hands/)
  await expect(page.getByRole('heading', { name: 'We know you’re here.' })).toHaveCount(0)
})

test('at the curb in French, from the mail', { tag: ['@both', '@long'] }, async ({
  page,
  context,
  stack,
  guest,
}) => {
  const token = await new Counter(stack.url, 'fr-ca').order('bdb-1020', lunch, guest, civic)
  const rail = await kitchen(context)
  for (const act of [/^Accept/, /^Start/, /^Ready/]) {
    await rail.getByRole('article').getByRole('button', { name: act }).click()
  }
  await page.clock.install()
  await page.goto(`/ca/fr-ca/orders/${token}#here`)
  await comesTo(page, /prêt/)
  await expect(page.getByRole('heading', { name: 'Vous y êtes?' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Garez-vous dans une place réservée')
  await audit(page, 'une commande à l’auto', 'main')
  expect(await sideways(page)).toBe(0)
  await page.getByRole('button', { name: 'Je suis là' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'On sait que vous êtes là.' })).toBeFocused()
  const mail = await context.newPage()
  await mail.goto('/sandbox/mail')
  await mail.getByRole('link', { name: /est prête pour votre auto/ }).click()
  await expect(mail.getByRole('region', { name: /plain text/ })).toContainText(`/orders/${token}#here`)
})
