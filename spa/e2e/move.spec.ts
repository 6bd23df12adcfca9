import type { BrowserContext, Page } from '@playwright/test'
import { audit, horizontalScroll } from './audit'
import { openMenu } from './flow'
import { expect, test } from './test'
import { way } from './ways'

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })
const quote = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'quote')?.value

// An own stack: prices and sold-out items would affect other tests.
test.describe('with a stack of its own', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  way(
    'the menu of another location offers to move the cart, and lists the changes',
    async ({ page, context, stack, counter, bag, site, say, call, hand }) => {
      const { other, prefix, called } = site
      const menu = await stack.seedMenu()
      const prices = { 'the-big-deal': { usd: 970, cad: 1249 } }
      const there = menu.overrides.find(({ location }) => location === other.location)
      if (there) there.prices = prices
      else menu.overrides.push({ location: other.location, prices })
      await stack.import('menu', menu)
      await stack.import('availability', {
        locations: [{ location: other.location, soldOut: [{ item: 'malted-shake' }] }],
      })
      await stack.passTime('3s') // imports take effect within two seconds
      const old = await bag({ 'the-big-deal': 2, 'malted-shake': 1 })
      await openMenu(page, site.store, prefix)
      const bar = page.getByRole('region', { name: say('app.store-bar') })
      await hand.press(bar.getByRole('link', { name: called }))
      await expect(page.getByText(say('move.can-come'))).toBeVisible()

      await openMenu(page, other.store, prefix)
      const notice = page.getByText(say('move.notice', { count: 3, store: called }))
      const bring = page.getByRole('button', { name: say('move.bring', { here: other.called }) })
      await expect(notice).toBeVisible()
      await audit(page, 'menu with a cart elsewhere', 'main [tabindex="-1"]:has(> a)')
      await hand.press(bring)
      await expect(dialog(page)).toHaveAccessibleName(say('move.differs-title', { here: other.called }))
      await expect(dialog(page).getByRole('listitem')).toHaveText([
        new RegExp(`${call('the-big-deal')}.*(7\\.95.*9\\.70|10[.,]25.*12[.,]49)`),
        say('move.change-sold-out', { item: call('malted-shake') }),
        say('move.time'),
      ])
      await audit(page, 'what changes at another grill', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)

      await test.step('a kept cart does not change and holds its time, also after a reload', async () => {
        await hand.press(dialog(page).getByRole('button', { name: say('move.keep', { store: called }) }))
        await expect(dialog(page)).toHaveCount(0)
        await page.reload()
        await expect(notice).toBeVisible()
        expect(await quote(context)).toBe(old.orderId)
        const now = await counter.look(old.orderId)
        expect([now.count, now.hold?.start, now.version]).toEqual([3, old.hold?.start, old.version])
      })

      await test.step('a reload during the question loses nothing', async () => {
        await hand.press(bring)
        await expect(dialog(page)).toBeVisible()
        await page.reload()
        await expect(notice).toBeVisible()
        expect(await quote(context)).toBe(old.orderId)
      })

      await test.step('an accepted move drops the unavailable dishes', async () => {
        await hand.press(bring)
        await hand.press(dialog(page).getByRole('button', { name: say('move.accept') }))
        await expect(page.getByRole('region', { name: say('app.notifications') })).toContainText(
          say.part('move.came', { here: other.called }),
        )
        await expect(notice).toHaveCount(0)
        await expect(page.locator(':focus')).toHaveText(say('menu.heading'))
        await page.goto(`${prefix}/cart`)
        await expect(bar).toContainText(other.called)
        await expect(page.getByRole('main')).toContainText(call('the-big-deal'))
        await expect(page.getByRole('link', { name: call('malted-shake'), exact: true })).toHaveCount(0)
        await expect(page.getByText(say('cart.changes-title'))).toHaveCount(0)
      })
    },
  )
})

way(
  'changing carryout to curbside lists unavailable dishes and keeps the time',
  async ({ page, context, bag, site, say, call, hand }) => {
    const { prefix, other } = site
    const basket = await bag({ 'the-big-deal': 1, 'soft-serve': 1 })
    await page.goto(`${prefix}/cart`)
    const bar = page.getByRole('region', { name: say('app.store-bar') })
    const how = bar.getByRole('button', { name: say.part('app.how') })
    const time = bar.getByRole('link', { name: say.part('app.when') })
    const cone = page.getByRole('heading', { name: call('soft-serve') })
    const curbside = dialog(page).getByRole('button', { name: say.part('app.handoff-curbside') })
    const makeIt = dialog(page).getByRole('button', { name: say('move.make-curbside') })
    const when = await time.innerText()

    await test.step('a kept cart does not change', async () => {
      await hand.press(how)
      await expect(dialog(page)).toHaveAccessibleName(say('app.start-line'))
      await audit(page, 'how would you like it', 'dialog[open]')
      await hand.press(curbside)
      await expect(dialog(page)).toHaveAccessibleName(say('move.switch-title-curbside'))
      await expect(dialog(page).getByRole('listitem')).toHaveText([
        say('cart.change-not-handed-over', { item: call('soft-serve') }),
      ])
      await audit(page, 'what changes with curbside', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await hand.press(dialog(page).getByRole('button', { name: say('move.keep-carryout') }))
      await expect(dialog(page)).toHaveCount(0)
      await expect(how).toBeFocused()
      expect(await quote(context)).toBe(basket.orderId)
      await expect(cone).toBeVisible()
    })

    await test.step('an accepted change keeps the time', async () => {
      await hand.press(how)
      await hand.press(curbside)
      await hand.press(makeIt)
      await expect(how).toContainText(say.part('app.handoff-curbside'))
      await expect(cone).toHaveCount(0)
      await expect(time).toHaveText(when.replace('\n', ''))
      await page.reload()
      await expect(how).toContainText(say.part('app.handoff-curbside'))
    })

    await test.step('changing back does not ask, because carryout has every dish', async () => {
      await hand.press(how)
      await hand.press(dialog(page).getByRole('button', { name: say.part('app.handoff-carryout') }))
      await expect(how).toContainText(say.part('app.handoff-carryout'))
      await expect(page.getByRole('region', { name: say('app.notifications') })).toContainText(
        say.part('move.switched-carryout'),
      )
    })

    await test.step('a deep link for curbside asks, and the start page keeps it', async () => {
      await page.goto(`${prefix}/quote/everyday/${site.store}?type=curbside`)
      await hand.press(page.getByRole('button', { name: say('move.make-curbside') }))
      await expect(how).toContainText(say.part('app.handoff-curbside'))
      await hand.press(bar.getByRole('link', { name: site.called }))
      await expect(page).toHaveURL(`${prefix}/quote/everyday?type=curbside`)
    })

    await test.step('a location without curbside says so', async () => {
      const none = say('move.no-curbside', { here: other.called })
      await page.goto(`${prefix}/quote/everyday/${other.store}?type=curbside`)
      await expect(page.getByText(none)).toBeVisible()
      await hand.press(page.getByRole('button', { name: say('move.bring', { here: other.called }) }))
      await expect(dialog(page).getByRole('listitem').first()).toHaveText(none)
    })
  },
)
