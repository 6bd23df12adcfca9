import type { BrowserContext } from '@playwright/test'
import { Counter, carry } from './counter'
import { openDish, openMenu } from './flow'
import type { Stack } from './stack'
import { expect, test } from './test'

async function withBasket(
  context: BrowserContext,
  stack: Stack,
  dishes: Record<string, number> = { 'the-big-deal': 2, 'pit-fries': 1 },
) {
  const basket = await new Counter(stack.url).basket('bdb-1001', dishes)
  await carry(context, stack.url, basket)
  return basket
}

test('a line: one more, one fewer, changed, removed and put back', async ({ page, context, stack }) => {
  await withBasket(context, stack)
  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'The Big Deal' }) })
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(line).toContainText('$23.85')
  await line.getByRole('button', { name: 'One fewer' }).click()
  await expect(line).toContainText('$15.90')

  // The choices are as they were left.
  await line.getByRole('link', { name: 'Edit The Big Deal' }).click()
  await page.getByRole('checkbox', { name: 'Tomato' }).uncheck()
  await page.getByRole('button', { name: 'Save 2 – $15.90' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(line).toContainText('No Tomato')
  await line.getByRole('link', { name: 'Edit The Big Deal' }).click()
  await expect(page.getByRole('checkbox', { name: 'Tomato' })).not.toBeChecked()
  await page.goBack()

  await line.getByRole('button', { name: 'Remove The Big Deal' }).click()
  await expect(line).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo: keep The Big Deal' }).click()
  await expect(line).toContainText('No Tomato')
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
})

test('what goes with the order is one press away: after a dish, and beside the cart', async ({ page }) => {
  await openDish(page, 'brookside-tulsa', 'burgers/the-big-deal')
  await page.getByRole('button', { name: 'Add 1 – $7.95' }).click()
  const said = page.getByRole('region', { name: 'Notifications' })
  await expect(said).toContainText('Goes well with it: Pit Fries, $2.95.')
  await said.getByRole('button', { name: 'Add Pit Fries' }).press('Enter')
  await expect(said).toContainText('Pit Fries: in the bag.')
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()

  // Fries are in the cart: the next idea is a drink, and then there is none.
  const idea = page.getByRole('complementary', { name: 'One idea from the cook.' })
  await idea.getByRole('button', { name: 'Add Fountain Drink' }).press('Enter')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Fountain Drink', exact: true }),
  ).toBeVisible()
  await expect(idea).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a cart of dishes that nobody looked at has its idea too', async ({ page, context, stack }) => {
  await withBasket(context, stack, { 'the-big-deal': 1 })
  await page.goto('/cart')
  const idea = page.getByRole('complementary', { name: 'One idea from the cook.' })
  await idea.getByRole('button', { name: 'Add Pit Fries' }).press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Pit Fries', exact: true })).toBeVisible()
  await expect(idea.getByText('Pit Fries')).toHaveCount(0)
})

test('an empty cart leads to the grill', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your burger goes here.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Start an order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Follow the smoke.' })).toBeFocused()
})

test('two tabs: the second to change is shown what the first did', async ({
  page,
  context,
  stack,
  faults,
}) => {
  faults.expect(/^409: PUT .*\/order-items\//)
  await withBasket(context, stack)
  const other = await context.newPage()
  await page.goto('/cart')
  await other.goto('/cart')
  const fries = (tab: typeof page) =>
    tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { name: 'Pit Fries' }) })
  await expect(fries(other)).toContainText('$2.95')
  await fries(page).getByRole('button', { name: 'One more' }).click()
  await expect(fries(page)).toContainText('$5.90')
  await fries(other).getByRole('button', { name: 'One more' }).click()
  // A wish that still means the same is carried out on the cart as it stands now; nothing is lost.
  await expect(fries(other)).toContainText('$8.85')
})

test('the tip: a share, an amount of one’s own, none', async ({ page, context, stack }) => {
  await withBasket(context, stack)
  await page.goto('/cart/summary')
  const tip = page.getByRole('group', { name: 'A tip for the crew?' })
  await tip.getByRole('radio', { name: 'Custom' }).click()
  await page.getByRole('textbox', { name: 'Tip amount' }).fill('4.50')
  await page.getByRole('button', { name: 'Set the tip' }).click()
  const ticket = page.getByRole('main')
  await expect(ticket).toContainText('Tip$4.50')
  await tip.getByRole('radio', { name: 'No tip' }).click()
  await expect(ticket).toContainText('Tip$0.00')
})

test('another day and time is held with one press', async ({ page, context, stack }) => {
  await withBasket(context, stack)
  await page.goto('/cart/summary')
  await page.getByRole('button', { name: 'Change the time' }).click()
  await page.getByRole('button', { name: 'Another day or time' }).click()
  await page.getByRole('group', { name: 'Day' }).getByRole('radio').nth(1).click()
  await page.getByRole('button', { name: '6:30 PM' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('tomorrow at 6:30 PM')
})

test('a cart at one grill, a dish of another: the guest decides', async ({ page, context, stack }) => {
  await withBasket(context, stack, { 'pit-fries': 2 })
  await openDish(page, 'south-congress-austin', 'sides/onion-rings')
  await page.getByRole('button', { name: /^Add 1/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Brookside')
  await expect(dialog).toContainText('South Congress')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Add 1/ })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
})

test('store, way and time stay in sight from the menu to the payment', async ({ page, context, stack }) => {
  await withBasket(context, stack)
  await openMenu(page, 'brookside-tulsa')
  for (const path of [
    '/quote/everyday/brookside-tulsa?type=carryout',
    '/cart',
    '/cart/summary',
    '/checkout',
  ]) {
    await page.goto(path)
    const bar = page.getByRole('region', { name: 'Your order' })
    await expect(bar).toContainText('Brookside')
    await expect(bar).toContainText('Carryout')
    await expect(bar).toContainText(/\d:\d\d\sPM/)
  }
})
