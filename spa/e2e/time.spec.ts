import type { Page } from '@playwright/test'
import { setBasketCookie } from './apiClient'
import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { openMenu } from './flow'
import { expect, test } from './test'

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })

test.describe('the times of a location', () => {
  test.use({ timezoneId: 'America/Los_Angeles' }) // a time zone without locations

  journey(
    'a closed day says why, and names the next open one',
    async ({ page, createBasket, site, text, user }) => {
      const closedDay = site.locale === 'fr-ca' ? /^lun\. 23 nov\./ : /^Mon\.?, Nov\.? 23/
      const next = site.locale === 'fr-ca' ? /^mar\. 24 nov\./ : /^Tue\.?, Nov\.? 24/
      await createBasket({ 'the-big-deal': 1 }, site.closedOnMondays)
      await page.goto(`${site.prefix}/cart/summary`)
      await user.press(page.getByRole('button', { name: text('summary.change-time') }))
      await expect(page.getByText(text('app.zone'))).toBeVisible()
      await user.press(page.getByRole('button', { name: text('summary.more-times') }))

      await user.choose(page.getByRole('radio', { name: closedDay }))
      await expect(page.getByText(text('summary.closed-weekday'))).toBeVisible()
      await audit(page, 'a closed day', 'main fieldset, main [role="status"]')
      await user.press(page.getByRole('button', { name: text('summary.next-day') }))
      await expect(page.getByRole('radio', { name: next })).toBeFocused()
      await user.press(
        page.getByRole('button', { name: site.locale === 'fr-ca' ? /^18 h(?! \d)/ : /^6:00\s[Pp]\.?[Mm]/ }),
      )
      await expect(page.getByText(text('summary.ready-on'), { exact: true })).toBeVisible()
      await expect(page.getByRole('timer')).toBeVisible()
      await expect(page.getByRole('region', { name: text('app.store-bar') })).toContainText(
        site.locale === 'fr-ca' ? '18 h' : /6:00\s[Pp]\.?[Mm]/,
      )
      await expect(dialog(page)).toHaveCount(0)
    },
  )
})

journey(
  'a later time names the breakfast dishes that it removes',
  async ({ page, context, stack, api, site, text, menuName, user }) => {
    const first = await api.createBasket(site.location, { 'the-big-deal': 1 })
    const { day } = await api.getTimeslots(first, '2026-11-21') // its first times may belong to Friday night
    const brunch = await api.holdAt(first, day.slots.find(({ start }) => start > '2026-11-21T15:30')!.start)
    const basket = await api.addItem(brunch, 'pancakes')
    await setBasketCookie(context, stack.url, basket)
    await openMenu(page, site.slug, site.prefix) // the menu of that time: brunch is available, the weekday lunch is not
    await expect(
      page.getByRole('button', { name: text('menu.add', { item: menuName('hash-browns') }) }),
    ).toBeVisible()
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: menuName('lunch-whistle'), exact: true }) }),
    ).toContainText(text.part('app.served'))
    await page.goto(`${site.prefix}/cart/summary`)
    await user.press(page.getByRole('button', { name: text('summary.change-time') }))
    await expect(page.getByText(text('summary.without-then', { items: menuName('pancakes') }))).toBeVisible()
    const asap = page.getByRole('button', { name: text.part('summary.asap') })
    await user.press(asap)
    await expect(dialog(page)).toContainText(
      text.part('summary.change-not-served', { item: menuName('pancakes') }),
    )
    await audit(page, 'what another time changes', 'dialog[open]')
    expect(await horizontalScroll(page)).toBe(0)

    await user.press(dialog(page).getByRole('button', { name: text('summary.then-keep') }))
    await expect(dialog(page)).toHaveCount(0)
    const kept = await api.getBasket(basket.orderId)
    expect([kept.count, kept.version, kept.hold?.start]).toEqual([2, basket.version, basket.hold?.start])

    await user.press(asap)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(asap).toBeFocused()
    await user.press(asap)
    await user.press(dialog(page).getByRole('button', { name: text('summary.then-take') }))
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(text('cart.changes-title'))).toHaveCount(0)
    const taken = await api.getBasket(basket.orderId)
    expect([taken.count, taken.hold?.asap, taken.problems.length]).toEqual([1, true, 0])
  },
  { onlyLong: true },
)
