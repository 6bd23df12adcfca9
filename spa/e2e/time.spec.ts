import type { BrowserContext, Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { expectPlaced, openMenu, place, readyToPlace } from './flow'
import { handOn } from './input'
import { expect, test } from './test'
import { way } from './ways'

/** Returns the basket's cookie. */
const quoteOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'quote')

/** Simulates a browser that is reopened hours later: advances its clock and deletes expired cookies. */
async function passTimeHere(context: BrowserContext, hours: number) {
  const then = Date.now() + hours * 3_600_000
  await context.clock.setSystemTime(then)
  for (const { name, expires } of await context.cookies())
    if (expires * 1000 < then) await context.clearCookies({ name })
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })

test.describe('the times of a location', () => {
  test.use({ timezoneId: 'America/Los_Angeles' }) // a time zone without locations

  way(
    'a closed day says why, and names the next open one',
    async ({ page, context, stack, site, say, hand }) => {
      const days = site.locale === 'fr-ca' ? /^lun\. 23 nov\./ : /^Mon\.?, Nov\.? 23/
      const next = site.locale === 'fr-ca' ? /^mar\. 24 nov\./ : /^Tue\.?, Nov\.? 24/
      await carry(
        context,
        stack.url,
        await new Counter(stack.url, site.locale).basket(site.mondays, { 'the-big-deal': 1 }),
      )
      await page.goto(`${site.prefix}/cart/summary`)
      await hand.press(page.getByRole('button', { name: say('summary.change-time') }))
      await expect(page.getByText(say('app.zone'))).toBeVisible()
      await hand.press(page.getByRole('button', { name: say('summary.more-times') }))

      await hand.choose(page.getByRole('radio', { name: days }))
      await expect(page.getByText(say('summary.closed-weekday'))).toBeVisible()
      await audit(page, 'a closed day', 'main fieldset, main [role="status"]')
      await hand.press(page.getByRole('button', { name: say('summary.next-day') }))
      await expect(page.getByRole('radio', { name: next })).toBeFocused()
      await hand.press(
        page.getByRole('button', { name: site.locale === 'fr-ca' ? /^18 h(?! \d)/ : /^6:00\s[Pp]\.?[Mm]/ }),
      )
      await expect(page.getByText(say('summary.ready-on'), { exact: true })).toBeVisible()
      await expect(page.getByRole('timer')).toBeVisible()
      await expect(page.getByRole('region', { name: say('app.store-bar') })).toContainText(
        site.locale === 'fr-ca' ? '18 h' : /6:00\s[Pp]\.?[Mm]/,
      )
      await expect(dialog(page)).toHaveCount(0)
    },
  )
})

way(
  'a later time names the breakfast dishes that it removes',
  async ({ page, context, stack, site, say, call, hand }) => {
    const counter = new Counter(stack.url, site.locale)
    const first = await counter.basket(site.location, { 'the-big-deal': 1 })
    const { day } = await counter.times(first, '2026-11-21') // its first times may belong to Friday night
    const brunch = await counter.holdAt(
      first,
      day.slots.find(({ start }) => start > '2026-11-21T15:30')!.start,
    )
    const basket = await counter.add(brunch, 'pancakes')
    await carry(context, stack.url, basket)
    await openMenu(page, site.store, site.prefix) // the menu of that time: brunch is available, the weekday lunch is not
    await expect(
      page.getByRole('button', { name: say('menu.add', { item: call('hash-browns') }) }),
    ).toBeVisible()
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: call('lunch-whistle'), exact: true }) }),
    ).toContainText(say.part('app.served'))
    await page.goto(`${site.prefix}/cart/summary`)
    await hand.press(page.getByRole('button', { name: say('summary.change-time') }))
    await expect(page.getByText(say('summary.without-then', { items: call('pancakes') }))).toBeVisible()
    const asap = page.getByRole('button', { name: say.part('summary.asap') })
    await hand.press(asap)
    await expect(dialog(page)).toContainText(
      say.part('summary.change-not-served', { item: call('pancakes') }),
    )
    await audit(page, 'what another time changes', 'dialog[open]')
    expect(await sideways(page)).toBe(0)

    await hand.press(dialog(page).getByRole('button', { name: say('summary.then-keep') }))
    await expect(dialog(page)).toHaveCount(0)
    const kept = await counter.look(basket.orderId)
    expect([kept.count, kept.version, kept.hold?.start]).toEqual([2, basket.version, basket.hold?.start])

    await hand.press(asap)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(asap).toBeFocused()
    await hand.press(asap)
    await hand.press(dialog(page).getByRole('button', { name: say('summary.then-take') }))
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(say('cart.changes-title'))).toHaveCount(0)
    const taken = await counter.look(basket.orderId)
    expect([taken.count, taken.hold?.asap, taken.problems.length]).toEqual([1, true, 0])
  },
  { onlyLong: true },
)

// Noon of Friday, November 20, in Tulsa.
test.describe('with a moving clock', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  way(
    'a location that closes during an order says so before the payment, with its next times',
    async ({ page, context, stack, guest, faults, site, say, hand }) => {
      faults.expect(/^409: POST .*\/payment-management\/card\//)
      await carry(
        context,
        stack.url,
        await new Counter(stack.url, site.locale).basket(site.location, { 'the-big-deal': 1 }),
      )
      await readyToPlace(page, guest, { site, hand })
      await stack.import('availability', {
        locations: [
          {
            location: site.location,
            exceptions: [{ from: '2026-11-20', hours: [{ open: '10:30', close: '12:15' }] }],
          },
        ],
      })
      await stack.passTime('3s')
      await place(page)
      const notice = page.getByRole('alert').filter({ hasText: say.part('problem.closed-meanwhile') })
      await expect(notice).toBeVisible()
      await hand.press(
        notice
          .getByRole('group', { name: say('checkout.next-times') })
          .getByRole('button')
          .first(),
      )
      await expect(notice).toHaveCount(0)
      await place(page)
      await expectPlaced(page)
    },
    { onlyLong: true },
  )

  way(
    'a cart is still there the next day, with its changes named',
    async ({ page, context, stack, guest, site, input, say, call, hand }) => {
      const yesterday = await context.newPage()
      await openMenu(yesterday, site.store, site.prefix)
      await handOn(yesterday, input).press(
        yesterday.getByRole('button', { name: say('menu.add', { item: call('onion-rings') }) }),
      )
      await expect(
        yesterday.getByRole('banner').getByRole('link', { name: say.part('app.cart-count', { count: 1 }) }),
      ).toHaveCount(1)
      const counter = new Counter(stack.url, site.locale)
      const begun = await counter.look((await quoteOf(context))!.value)
      const one = await counter.add(begun, 'the-big-deal')
      const two = await counter.add(one, 'the-big-deal')
      await counter.hold(two)
      await yesterday.close()
      await stack.passTime('26h')
      await passTimeHere(context, 26)
      expect(await quoteOf(context)).toBeUndefined() // its lifetime was six hours
      const menu = await stack.seedMenu()
      menu.items.find(({ id }) => id === 'the-big-deal')!.price = { usd: 999, cad: 1299 }
      await stack.import('menu', menu)
      await stack.import('availability', {
        locations: [
          {
            location: site.location,
            soldOut: [{ item: 'onion-rings' }],
            exceptions: [{ from: '2026-11-21', closed: true }],
          },
        ],
      })
      await stack.passTime('3s')
      await page.goto(`${site.prefix}/cart`)
      const main = page.getByRole('main')
      await expect(main).toContainText(/7\.95.*9\.99|10[.,]25.*12[.,]99/)
      await expect(main).toContainText(say.part('cart.change-sold-out', { item: call('onion-rings') }))
      expect((await quoteOf(context))?.value).toBe(begun.orderId)
      await hand.press(page.getByRole('button', { name: say('cart.accept') }))
      await expect(page.getByText(say('cart.changes-title'))).toHaveCount(0)

      await page.goto(`${site.prefix}/cart/summary`)
      await expect(page.getByText(say.part('problem.hold-ended'))).toBeVisible()
      await hand.press(page.getByRole('button', { name: say('summary.more-times') }))
      const today = site.locale === 'fr-ca' ? /^aujourd’hui/i : /^today/i
      await hand.choose(page.getByRole('radio', { name: today }))
      await expect(page.getByText(say('summary.closed-date'))).toBeVisible()
      await hand.press(page.getByRole('button', { name: say.part('summary.first-carryout') }))
      await hand.press(
        page.getByRole('button', { name: say.part('summary.to-checkout') }).filter({ visible: true }),
      )
      await readyToPlace(page, guest, { site, hand })
      await place(page)
      await expectPlaced(page)
      await expect(page.getByRole('complementary', { name: say('order.your-order') })).toContainText(
        /19\.98|25[.,]98/,
      )
    },
  )
})
