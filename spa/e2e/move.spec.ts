import type { BrowserContext, Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { openDish, openMenu } from './flow'
import type { Stack } from './stack'
import { expect, test } from './test'

// Dearer in New York, sold out there, not on the menu there; and its time is held.
const lunch = { 'the-big-deal': 2, 'malted-shake': 1, 'skillet-cornbread': 1 }

/** A guest with a cart at Brookside, Tulsa. */
async function cartInTulsa(context: BrowserContext, stack: Stack, dishes: Record<string, number> = lunch) {
  const basket = await new Counter(stack.url).basket('bdb-1001', dishes)
  await carry(context, stack.url, basket)
  return basket
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })
const quote = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'quote')?.value

test('the menu of another grill offers to bring the cart, and lists what changes there', async ({
  page,
  context,
  stack,
}) => {
  const old = await cartInTulsa(context, stack)
  await openMenu(page, 'brookside-tulsa')
  await page
    .getByRole('region', { name: 'Your order' })
    .getByRole('link', { name: /Brookside/ })
    .click()
  await expect(page.getByText('Choose another grill and it can come along.')).toBeVisible()
  await audit(page, 'start order with a cart', 'main')

  await openMenu(page, 'hells-kitchen-new-york')
  await expect(page.getByText('Your cart, 4 items, is at Brookside.')).toBeVisible()
  await audit(page, 'menu with a cart elsewhere')
  await page.getByRole('button', { name: "Bring it along to Hell's Kitchen" }).click()
  await expect(dialog(page)).toHaveAccessibleName("What changes at Hell's Kitchen")
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    /The Big Deal, each.*\$7\.95.*\$9\.70/,
    'Malted Shake is sold out there. It stays behind.',
    'Skillet Cornbread is not on the menu there. It stays behind.',
    /Your time, .+, stays behind/,
  ])
  await audit(page, 'what changes at another grill', 'dialog[open]')
  expect(await sideways(page)).toBe(0)

  await test.step('kept, it is the same cart, its time held, also after a reload', async () => {
    await dialog(page).getByRole('button', { name: 'Keep my cart at Brookside' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Your cart, 4 items, is at Brookside.')).toBeVisible()
    expect(await quote(context)).toBe(old.orderId)
    const now = await new Counter(stack.url).look(old.orderId)
    expect([now.count, now.hold?.start, now.version]).toEqual([4, old.hold?.start, old.version])
  })

  await test.step('a reload while it is asked loses nothing', async () => {
    await page.getByRole('button', { name: /^Bring it along/ }).click()
    await expect(dialog(page)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Your cart, 4 items, is at Brookside.')).toBeVisible()
    expect(await quote(context)).toBe(old.orderId)
  })

  await test.step('accepted, it is here without what cannot be had', async () => {
    await page.getByRole('button', { name: /^Bring it along/ }).click()
    await dialog(page).getByRole('button', { name: 'OK, bring it along' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      "Your cart came along to Hell's Kitchen.",
    )
    await expect(page.getByText('is at Brookside.')).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveText('What’ll it be?')
    await page.goto('/cart')
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText("Hell's Kitchen")
    await expect(page.getByRole('main')).toContainText('The Big Deal')
    await expect(page.getByRole('main')).not.toContainText('Skillet Cornbread')
    await expect(page.getByText('Something changed since you chose it')).toHaveCount(0)
  })
})

test('a dish for another grill asks first, and comes with the cart', async ({ page, context, stack }) => {
  await cartInTulsa(context, stack, { 'pit-fries': 1 })
  await openDish(page, 'blue-dome-tulsa', 'burgers/the-big-deal')
  await page.getByRole('button', { name: /^Add 1/ }).click()
  await expect(dialog(page)).toHaveAccessibleName('Still hungry at Brookside?')
  await audit(page, 'a cart elsewhere', 'dialog[open]')
  await dialog(page).getByRole('button', { name: 'Bring it along to Blue Dome' }).click()
  await expect(dialog(page)).toHaveAccessibleName('What changes at Blue Dome')
  await expect(dialog(page).getByRole('listitem')).toHaveText([/^Your time/])
  await dialog(page).getByRole('button', { name: 'OK, bring it along' }).press('Enter')
  await expect(page).toHaveURL(/blue-dome-tulsa\?type=carryout/)
  const ticket = page.getByRole('complementary', { name: 'Your order' })
  await expect(ticket).toContainText('Pit Fries')
  await expect(ticket).toContainText('The Big Deal')
})

test('the quick button asks on the menu, and a new cart can begin', async ({ page, context, stack }) => {
  const old = await cartInTulsa(context, stack)
  await openMenu(page, 'blue-dome-tulsa')
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await dialog(page).press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await quote(context)).toBe(old.orderId)
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await dialog(page).getByRole('button', { name: 'Start a new cart at Blue Dome' }).click()
  await expect(page.getByRole('link', { name: /^Cart, 1 item/ })).toBeVisible()
  expect((await new Counter(stack.url).look(old.orderId)).count).toBe(4)
})

test('a guest who goes back finds the cart as it was', async ({ page, context, stack }) => {
  await cartInTulsa(context, stack)
  await openDish(page, 'blue-dome-tulsa', 'burgers/the-big-deal')
  await page.getByRole('button', { name: /^Add 1/ }).click()
  await dialog(page).getByRole('link', { name: 'Back to Brookside' }).click()
  await expect(page).toHaveURL(/brookside-tulsa/)
  await expect(page.getByRole('link', { name: /^Cart, 4 items/ })).toBeVisible()
})

test('a cart does not cross the border, and the page says why', { tag: '@both' }, async ({
  page,
  context,
  stack,
  faults,
}) => {
  faults.expect(/^400: GET .*\/orders\/[a-z0-9]+$/)
  const old = await cartInTulsa(context, stack)
  await openMenu(page, 'queen-west-toronto', '/ca/en-ca')
  const why =
    'Your cart is in the United States and can’t come along. One order can’t mix US and Canadian dollars.'
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bring/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await expect(dialog(page)).toContainText(why)
  await audit(page, 'a cart abroad', 'dialog[open]')
  expect(await quote(context)).toBe(old.orderId)
  await dialog(page).getByRole('link', { name: 'Go to that cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main')).toContainText('Skillet Cornbread')
})

test('what changes, in French', { tag: ['@both', '@long'] }, async ({ page, context, stack }) => {
  const basket = await new Counter(stack.url, 'fr-ca').basket('bdb-1018', {
    'soft-serve': 1,
    'smoked-wings': 1,
  })
  await carry(context, stack.url, basket)
  await openMenu(page, 'byward-market-ottawa', '/ca/fr-ca')
  await page.getByRole('button', { name: 'L’apporter au resto ByWard Market' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Ce qui change au resto ByWard Market')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  await audit(page, 'what changes at another grill', 'dialog[open]')
  await dialog(page).getByRole('button', { name: 'Garder mon panier au resto Queen West' }).click()
  expect(await quote(context)).toBe(basket.orderId)
})

test('carryout becomes curbside: what cannot be had so is named, and the time stays', {
  tag: '@both',
}, async ({ page, context, stack }) => {
  const basket = await cartInTulsa(context, stack, { 'the-big-deal': 1, 'soft-serve': 1 })
  await page.goto('/cart')
  const bar = page.getByRole('region', { name: 'Your order' })
  const how = bar.getByRole('button', { name: /^How/ })
  const cone = page.getByRole('heading', { name: 'Soft Serve Cone' })
  const when = await bar.getByRole('link', { name: /^When/ }).innerText()

  await test.step('kept, nothing has changed', async () => {
    await how.click()
    await expect(dialog(page)).toHaveAccessibleName('How would you like it?')
    await audit(page, 'how would you like it', 'dialog[open]')
    await dialog(page).getByRole('button', { name: 'Curbside' }).click()
    await expect(dialog(page)).toHaveAccessibleName('What changes with curbside')
    await expect(dialog(page).getByRole('listitem')).toHaveText([
      'Soft Serve Cone can’t be had this way. It comes off your order.',
    ])
    await audit(page, 'what changes with curbside', 'dialog[open]')
    expect(await sideways(page)).toBe(0)
    await dialog(page).getByRole('button', { name: 'Keep it carryout' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(how).toBeFocused()
    expect(await quote(context)).toBe(basket.orderId)
    await expect(cone).toBeVisible()
  })

  await test.step('accepted, the time comes along', async () => {
    await how.click()
    await dialog(page).getByRole('button', { name: 'Curbside' }).press('Enter')
    await dialog(page).getByRole('button', { name: 'Make it curbside' }).press('Enter')
    await expect(how).toContainText('Curbside')
    await expect(cone).toHaveCount(0)
    await expect(bar.getByRole('link', { name: /^When/ })).toHaveText(when.replace('\n', ''))
    await page.reload()
    await expect(how).toContainText('Curbside')
  })

  await test.step('back at once, for carryout has all of it', async () => {
    await how.click()
    await dialog(page).getByRole('button', { name: 'Carryout' }).click()
    await expect(how).toContainText('Carryout')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('carryout now')
  })

  await test.step('a deep link for curbside asks, and the start keeps it', async () => {
    await page.goto('/quote/everyday/brookside-tulsa?type=curbside')
    await page.getByRole('button', { name: 'Make it curbside' }).click()
    await expect(how).toContainText('Curbside')
    await bar.getByRole('link', { name: /Brookside/ }).click()
    await expect(page).toHaveURL('/quote/everyday?type=curbside')
  })

  await test.step('a grill without curbside says so', async () => {
    await page.goto('/quote/everyday/blue-dome-tulsa?type=curbside')
    await expect(page.getByText('No curbside at Blue Dome. You pick it up at the counter.')).toBeVisible()
    await page.getByRole('button', { name: 'Bring it along to Blue Dome' }).click()
    await expect(dialog(page).getByRole('listitem').first()).toHaveText(
      'No curbside at Blue Dome. You pick it up at the counter.',
    )
  })
})
