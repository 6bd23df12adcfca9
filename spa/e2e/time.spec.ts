import type { Page } from '@playwright/test'
import { audit, horizontalScroll } from './audit'
import { carry } from './counter'
import { openMenu } from './flow'
import { expect, test } from './test'
import { way } from './ways'

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })

test.describe('the times of a location', () => {
  test.use({ timezoneId: 'America/Los_Angeles' }) // a time zone without locations

  way('a closed day says why, and names the next open one', async ({ page, bag, site, say, hand }) => {
    const days = site.locale === 'fr-ca' ? /^lun\. 23 nov\./ : /^Mon\.?, Nov\.? 23/
    const next = site.locale === 'fr-ca' ? /^mar\. 24 nov\./ : /^Tue\.?, Nov\.? 24/
    await bag({ 'the-big-deal': 1 }, site.mondays)
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
  })
})

way(
  'a later time names the breakfast dishes that it removes',
  async ({ page, context, stack, counter, site, say, call, hand }) => {
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
    expect(await horizontalScroll(page)).toBe(0)

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
