import type { BrowserContext, Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { openDish, openMenu } from './flow'
import { en, enCa } from './sites'
import type { Stack } from './stack'
import { expect, test } from './test'
import { way } from './ways'
import { menuIn } from './words'

const lunch = { 'the-big-deal': 2, 'malted-shake': 1, 'skillet-cornbread': 1 }

/** Opens a session with a cart at Brookside, Tulsa. */
async function cartInTulsa(context: BrowserContext, stack: Stack, dishes: Record<string, number> = lunch) {
  const basket = await new Counter(stack.url).basket('bdb-1001', dishes)
  await carry(context, stack.url, basket)
  return basket
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })
const quote = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'quote')?.value

// An own stack: prices and sold-out items would affect other tests.
test.describe('with a stack of its own', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  way(
    'the menu of another location offers to move the cart, and lists the changes',
    async ({ page, context, stack, site, say, call, hand }) => {
      const { other, prefix, called } = site
      const counter = new Counter(stack.url, site.locale)
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
      const old = await counter.basket(site.location, { 'the-big-deal': 2, 'malted-shake': 1 })
      await carry(context, stack.url, old)
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
      expect(await sideways(page)).toBe(0)

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
  'a dish of another location asks first, and moves the cart',
  async ({ page, context, stack, site, say, call, hand }) => {
    const { other, prefix, called } = site
    const add = page.getByRole('button', { name: say('item.add', { quantity: 1 }) })
    await carry(
      context,
      stack.url,
      await new Counter(stack.url, site.locale).basket(site.location, { 'pit-fries': 1 }),
    )
    await openDish(page, other.store, 'burgers/the-big-deal', prefix)
    await hand.press(add)
    await expect(dialog(page)).toHaveAccessibleName(say('move.where-title', { store: called }))
    expect(await sideways(page)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(add).toBeFocused()
    await hand.press(add)
    await hand.press(dialog(page).getByRole('button', { name: say('move.bring', { here: other.called }) }))
    await expect(dialog(page)).toHaveAccessibleName(say('move.differs-title', { here: other.called }))
    await expect(dialog(page).getByRole('listitem')).toHaveText([say('move.time')])
    await hand.press(dialog(page).getByRole('button', { name: say('move.accept') }))
    await expect(page).toHaveURL(new RegExp(`${prefix}/quote/everyday/${other.store}\\?type=carryout`))
    await expect(
      page.getByRole('banner').getByRole('link', { name: say.part('app.cart-count', { count: 2 }) }),
    ).toHaveCount(1)
    await page.goto(`${prefix}/cart`)
    await expect(page.getByRole('region', { name: say('app.store-bar') })).toContainText(other.called)
    for (const dish of ['pit-fries', 'the-big-deal'])
      await expect(page.getByRole('main').getByRole('link', { name: call(dish), exact: true })).toBeVisible()
  },
  { onlyLong: true },
)

test('a guest with a cart at another location can return to it, or start a new one', {
  tag: '@long',
}, async ({ page, context, stack }) => {
  const old = await cartInTulsa(context, stack)
  await openDish(page, 'blue-dome-tulsa', 'burgers/the-big-deal')
  await page.getByRole('button', { name: /^Add 1/ }).click()
  await dialog(page).getByRole('link', { name: 'Back to Brookside' }).click()
  await expect(page).toHaveURL(/brookside-tulsa/)
  await expect(page.getByRole('link', { name: /^Cart, 4 items/ })).toBeVisible()
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

way(
  'a cart cannot move to another country, and the page says why',
  async ({ page, context, stack, faults, site, say, call, hand }) => {
    faults.expect(/^400: GET .*\/orders\/[a-z0-9]+$/)
    const away = site === en ? enCa : en
    const why = say(site === en ? 'move.abroad-CA' : 'move.abroad-US')
    const old = await new Counter(stack.url, away.locale).basket(away.location, { 'pit-fries': 1 })
    await carry(context, stack.url, old)
    await openMenu(page, site.store, site.prefix)
    await expect(page.getByText(why)).toBeVisible()
    await expect(page.getByRole('button', { name: say('move.bring', { here: site.called }) })).toHaveCount(0)
    await hand.press(page.getByRole('button', { name: say('menu.add', { item: call('onion-rings') }) }))
    await expect(dialog(page).getByText(why)).toBeVisible()
    await audit(page, 'a cart abroad', 'dialog[open]')
    expect(await sideways(page)).toBe(0)
    expect(await quote(context)).toBe(old.orderId)
    await hand.press(dialog(page).getByRole('link', { name: say('move.abroad-back') }))
    await expect(page).toHaveURL(`${away.prefix}/cart`)
    await expect(page.getByRole('main')).toContainText(menuIn(away.locale)('pit-fries'))
  },
  { onlyLong: true },
)

way(
  'changing carryout to curbside lists unavailable dishes and keeps the time',
  async ({ page, context, stack, site, say, call, hand }) => {
    const { prefix, other } = site
    const basket = await new Counter(stack.url, site.locale).basket(site.location, {
      'the-big-deal': 1,
      'soft-serve': 1,
    })
    await carry(context, stack.url, basket)
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
      expect(await sideways(page)).toBe(0)
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
