import type { BrowserContext, Page } from '@playwright/test'
import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { openMenu } from './flow'
import { expect, test } from './test'

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })
const basketCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'quote')?.value

// An own stack: prices and sold-out items would affect other tests.
test.describe('with an own stack', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  journey(
    'the menu of another location offers to move the cart, and lists the changes',
    async ({ page, context, stack, api, createBasket, site, text, menuName, user }) => {
      const { other, prefix, locationName } = site
      const menu = await stack.seedMenu()
      const prices = { 'the-big-deal': { usd: 970, cad: 1249 } }
      const override = menu.overrides.find(({ location }) => location === other.location)
      if (override) override.prices = prices
      else menu.overrides.push({ location: other.location, prices })
      await stack.import('menu', menu)
      await stack.import('availability', {
        locations: [{ location: other.location, soldOut: [{ item: 'malted-shake' }] }],
      })
      await stack.passTime('3s') // imports take effect within two seconds
      const old = await createBasket({ 'the-big-deal': 2, 'malted-shake': 1 })
      await openMenu(page, site.slug, prefix)
      const bar = page.getByRole('region', { name: text('app.store-bar') })
      await user.press(bar.getByRole('link', { name: locationName }))
      await expect(page.getByText(text('move.can-come'))).toBeVisible()

      await openMenu(page, other.slug, prefix)
      const notice = page.getByText(text('move.notice', { count: 3, store: locationName }))
      const bring = page.getByRole('button', { name: text('move.bring', { here: other.locationName }) })
      await expect(notice).toBeVisible()
      await audit(page, 'menu with a cart elsewhere', 'main [tabindex="-1"]:has(> a)')
      await user.press(bring)
      await expect(dialog(page)).toHaveAccessibleName(
        text('move.differs-title', { here: other.locationName }),
      )
      await expect(dialog(page).getByRole('listitem')).toHaveText([
        new RegExp(`${menuName('the-big-deal')}.*(7\\.95.*9\\.70|10[.,]25.*12[.,]49)`),
        text('move.change-sold-out', { item: menuName('malted-shake') }),
        text('move.time'),
      ])
      await audit(page, 'what changes at another grill', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)

      await test.step('a kept cart does not change and holds its time, also after a reload', async () => {
        await user.press(
          dialog(page).getByRole('button', { name: text('move.keep', { store: locationName }) }),
        )
        await expect(dialog(page)).toHaveCount(0)
        await page.reload()
        await expect(notice).toBeVisible()
        expect(await basketCookie(context)).toBe(old.orderId)
        const now = await api.getBasket(old.orderId)
        expect([now.count, now.hold?.start, now.version]).toEqual([3, old.hold?.start, old.version])
      })

      await test.step('a reload during the question loses nothing', async () => {
        await user.press(bring)
        await expect(dialog(page)).toBeVisible()
        await page.reload()
        await expect(notice).toBeVisible()
        expect(await basketCookie(context)).toBe(old.orderId)
      })

      await test.step('an accepted move drops the unavailable dishes', async () => {
        await user.press(bring)
        await user.press(dialog(page).getByRole('button', { name: text('move.accept') }))
        await expect(page.getByRole('region', { name: text('app.notifications') })).toContainText(
          text.part('move.came', { here: other.locationName }),
        )
        await expect(notice).toHaveCount(0)
        await expect(page.locator(':focus')).toHaveText(text('menu.heading'))
        await page.goto(`${prefix}/cart`)
        await expect(bar).toContainText(other.locationName)
        await expect(page.getByRole('main')).toContainText(menuName('the-big-deal'))
        await expect(page.getByRole('link', { name: menuName('malted-shake'), exact: true })).toHaveCount(0)
        await expect(page.getByText(text('cart.changes-title'))).toHaveCount(0)
      })
    },
  )
})

journey(
  'changing carryout to curbside lists unavailable dishes and keeps the time',
  async ({ page, context, createBasket, site, text, menuName, user }) => {
    const { prefix, other } = site
    const basket = await createBasket({ 'the-big-deal': 1, 'soft-serve': 1 })
    await page.goto(`${prefix}/cart`)
    const bar = page.getByRole('region', { name: text('app.store-bar') })
    const handoff = bar.getByRole('button', { name: text.part('app.how') })
    const time = bar.getByRole('link', { name: text.part('app.when') })
    const softServe = page.getByRole('heading', { name: menuName('soft-serve') })
    const curbside = dialog(page).getByRole('button', { name: text.part('app.handoff-curbside') })
    const confirmCurbside = dialog(page).getByRole('button', { name: text('move.make-curbside') })
    const timeBefore = await time.innerText()

    await test.step('a kept cart does not change', async () => {
      await user.press(handoff)
      await expect(dialog(page)).toHaveAccessibleName(text('app.start-line'))
      await audit(page, 'how would you like it', 'dialog[open]')
      await user.press(curbside)
      await expect(dialog(page)).toHaveAccessibleName(text('move.switch-title-curbside'))
      await expect(dialog(page).getByRole('listitem')).toHaveText([
        text('cart.change-not-handed-over', { item: menuName('soft-serve') }),
      ])
      await audit(page, 'what changes with curbside', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await user.press(dialog(page).getByRole('button', { name: text('move.keep-carryout') }))
      await expect(dialog(page)).toHaveCount(0)
      await expect(handoff).toBeFocused()
      expect(await basketCookie(context)).toBe(basket.orderId)
      await expect(softServe).toBeVisible()
    })

    await test.step('an accepted change keeps the time', async () => {
      await user.press(handoff)
      await user.press(curbside)
      await user.press(confirmCurbside)
      await expect(handoff).toContainText(text.part('app.handoff-curbside'))
      await expect(softServe).toHaveCount(0)
      await expect(time).toHaveText(timeBefore.replace('\n', ''))
      await page.reload()
      await expect(handoff).toContainText(text.part('app.handoff-curbside'))
    })

    await test.step('changing back does not ask, because carryout has every dish', async () => {
      await user.press(handoff)
      await user.press(dialog(page).getByRole('button', { name: text.part('app.handoff-carryout') }))
      await expect(handoff).toContainText(text.part('app.handoff-carryout'))
      await expect(page.getByRole('region', { name: text('app.notifications') })).toContainText(
        text.part('move.switched-carryout'),
      )
    })

    await test.step('a deep link for curbside asks, and the start page keeps it', async () => {
      await page.goto(`${prefix}/quote/everyday/${site.slug}?type=curbside`)
      await user.press(page.getByRole('button', { name: text('move.make-curbside') }))
      await expect(handoff).toContainText(text.part('app.handoff-curbside'))
      await user.press(bar.getByRole('link', { name: site.locationName }))
      await expect(page).toHaveURL(`${prefix}/quote/everyday?type=curbside`)
    })

    await test.step('a location without curbside shows a message', async () => {
      const noCurbside = text('move.no-curbside', { here: other.locationName })
      await page.goto(`${prefix}/quote/everyday/${other.slug}?type=curbside`)
      await expect(page.getByText(noCurbside)).toBeVisible()
      await user.press(page.getByRole('button', { name: text('move.bring', { here: other.locationName }) }))
      await expect(dialog(page).getByRole('listitem').first()).toHaveText(noCurbside)
    })
  },
)
