import type { Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { expectPlaced, openMenu, place, readyToPlace } from './flow'
import { expect, test } from './test'

// Noon of Friday, November 20, in Tulsa.
const own = { own: { KITCHEN_PACE: '1' } }

test.describe('the times of a grill', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('another day: a closed one says why, and which is next', async ({ page, context, stack }) => {
    await carry(context, stack.url, await new Counter(stack.url).basket('bdb-1013', { 'the-big-deal': 1 }))
    await page.goto('/cart/summary')
    await page.getByRole('button', { name: 'Change the time' }).click()
    await expect(page.getByText('Times are the grill’s own: Central Time.')).toBeVisible()
    await page.getByRole('button', { name: 'Another day or time' }).click()

    await page.getByRole('radio', { name: /^Mon, Nov 23/ }).check()
    await expect(page.getByText('This grill is closed on Mondays.')).toBeVisible()
    await audit(page, 'a closed day')
    await page.getByRole('button', { name: 'Next times: Tue, Nov 24' }).click()
    await expect(page.getByRole('radio', { name: 'Tue, Nov 24' })).toBeFocused()
    await page.getByRole('button', { name: /^6:00\sPM/ }).click()
    await expect(page.getByText('Ready Tuesday, November 24 at', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0)
  })
})

const dish = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('breakfast is named before it falls out of a later time', { tag: '@both' }, async ({
  page,
  context,
  stack,
}) => {
  const counter = new Counter(stack.url)
  const first = await counter.basket('bdb-1001', { 'the-big-deal': 1 })
  const { days } = await counter.times(first)
  const brunch = await counter.holdAt(first, (await counter.times(first, days[1]!.date)).day.slots[0]!.start)
  const basket = await counter.add(brunch, 'pancakes') // Saturday, 10:45
  await carry(context, stack.url, basket)
  await openMenu(page, 'brookside-tulsa') // the menu of that time: brunch is on, the weekdays' lunch is not
  await expect(page.getByRole('button', { name: 'Add Hash Browns' })).toBeVisible()
  await expect(dish(page, 'Lunch Whistle')).toContainText('Served 11:00 AM–3:00 PM')
  await page.goto('/cart/summary')
  await page.getByRole('button', { name: 'Change the time' }).click()
  await expect(page.getByText('* Without Short Stack.')).toBeVisible()
  await page.getByRole('button', { name: /^As soon as possible/ }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await expect(dialog).toContainText(
    'Short Stack is not served then. It comes off your order. Served 6:00–10:30',
  )
  await audit(page, 'what another time changes', 'dialog[open]')
  expect(await sideways(page)).toBe(0)

  await dialog.getByRole('button', { name: /^Keep tomorrow at 10:45/ }).click()
  await expect(dialog).toHaveCount(0)
  const kept = await counter.look(basket.orderId)
  expect([kept.count, kept.version, kept.hold?.start]).toEqual([2, basket.version, basket.hold?.start])

  await page.getByRole('button', { name: /^As soon as possible/ }).click()
  await dialog.getByRole('button', { name: /^OK, take/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Something changed since you chose it')).toHaveCount(0)
  const taken = await counter.look(basket.orderId)
  expect([taken.count, taken.hold?.asap, taken.problems.length]).toEqual([1, true, 0])
})

test('un autre jour et une autre heure, au clavier', { tag: ['@both', '@long'] }, async ({
  page,
  context,
  stack,
}) => {
  const counter = new Counter(stack.url, 'fr-ca')
  const first = await counter.basket('bdb-1021', { 'the-big-deal': 1 })
  const brunch = await counter.holdAt(first, (await counter.times(first, '2026-11-21')).day.slots[0]!.start)
  const basket = await counter.add(brunch, 'pancakes')
  await carry(context, stack.url, basket)
  await page.goto('/ca/fr-ca/cart/summary')
  await page.getByRole('button', { name: 'Changer l’heure' }).press('Enter')
  await page.getByRole('button', { name: 'Un autre jour ou une autre heure' }).press('Enter')
  const day = (name: RegExp) => page.getByRole('radio', { name })
  await day(/^dim\. 22 nov\./).check()
  await day(/^dim\. 22 nov\./).press('ArrowRight')
  await expect(day(/^lun\. 23 nov\. Fermé/)).toBeChecked()
  await expect(page.getByText('Ce restaurant est fermé le lundi.')).toBeVisible()
  await page.getByRole('button', { name: /^Prochaines heures/ }).press('Enter')
  await expect(day(/^mar\. 24 nov\./)).toBeFocused()
  await page.getByRole('button', { name: /^18 h(?! \d)/ }).press('Enter')

  const dialog = page.getByRole('dialog').filter({ visible: true })
  await expect(dialog).toContainText('Petite pile de crêpes n’est pas servi à cette heure-là.')
  await audit(page, 'ce qui change à une autre heure', 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^18 h(?! \d)/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^D’accord, prendre/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Changer l’heure' })).toBeFocused()
  expect((await counter.look(basket.orderId)).count).toBe(1)
})

test.describe('a world that goes on', () => {
  test.use(own)

  test('a grill that closes while its guest orders says so before the payment, with its next times', async ({
    page,
    context,
    stack,
    guest,
    faults,
  }) => {
    faults.expect(/^409: POST .*\/payment-management\/card\//)
    await carry(context, stack.url, await new Counter(stack.url).basket('bdb-1001', { 'the-big-deal': 1 }))
    await readyToPlace(page, guest)
    await stack.import('availability', {
      locations: [
        {
          location: 'bdb-1001',
          exceptions: [{ from: '2026-11-20', hours: [{ open: '10:30', close: '12:15' }] }],
        },
      ],
    })
    await stack.passTime('3s')
    await place(page)
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'has changed its hours and is closed at your time' })
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: /^tomorrow at 10:45/ }).click()
    await expect(notice).toHaveCount(0)
    await place(page)
    await expectPlaced(page)
  })

  test('a cart that comes back the next day is still there, with what changed named', async ({
    page,
    context,
    stack,
    guest,
  }) => {
    const counter = new Counter(stack.url)
    await carry(context, stack.url, await counter.basket('bdb-1001', { 'the-big-deal': 2, 'onion-rings': 1 }))
    await stack.passTime('26h')
    const menu = await stack.seedMenu()
    menu.items.find(({ id }) => id === 'the-big-deal')!.price.usd = 999
    await stack.import('menu', menu)
    await stack.import('availability', {
      locations: [
        {
          location: 'bdb-1001',
          soldOut: [{ item: 'onion-rings' }],
          exceptions: [{ from: '2026-11-21', closed: true }],
        },
      ],
    })
    await stack.passTime('3s')
    await page.goto('/cart')
    const main = page.getByRole('main')
    await expect(main).toContainText('The Big Deal, eachwas $7.95 now $9.99')
    await expect(main).toContainText('Onion Rings is sold out. It comes off your order.')
    await page.getByRole('button', { name: 'OK, update my order' }).click()
    await expect(page.getByText('Something changed since you chose it')).toHaveCount(0)

    await page.goto('/cart/summary')
    await expect(page.getByText('Your time is no longer held. Choose a time again')).toBeVisible()
    await page.getByRole('button', { name: 'Another day or time' }).click()
    await page.getByRole('radio', { name: /^today/i }).check()
    await expect(page.getByText('This grill is closed on Saturday, November 21.')).toBeVisible()
    await page.getByRole('button', { name: /^First pickup/ }).click()
    await page
      .getByRole('button', { name: /^Go to checkout/ })
      .filter({ visible: true })
      .click()
    await readyToPlace(page, guest)
    await place(page)
    await expectPlaced(page)
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('The Big Deal$19.98')
  })
})
