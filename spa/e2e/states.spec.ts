import type { BrowserContext, Locator, Page } from '@playwright/test'
import { audit } from './audit'
import { Counter, carry } from './counter'
import { bankFrame, cardFrame, cards, giveDetails, place, typeBilling, typeCard } from './flow'
import { en, frCa, type Site } from './sites'
import type { Stack } from './stack'
import { expect, test } from './test'

// Audits dialogs, menus, errors and toasts while they are open.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(600_000)

async function bag(
  context: BrowserContext,
  stack: Stack,
  site: Site,
  dishes: Record<string, number> = { 'the-big-deal': 2, 'pit-fries': 1 },
) {
  const basket = await new Counter(stack.url, site.locale).basket(site.location, dishes)
  await carry(context, stack.url, basket)
  return basket
}

const menuOf = ({ prefix, store }: Site) => `${prefix}/quote/everyday/${store}?type=carryout`
/** Focuses each new toast so that it stays: on a slow machine it would close before the test reads it. */
const holdToasts = (toasts: Locator) =>
  toasts.evaluate((region) =>
    new MutationObserver(() => region.querySelector('button')?.focus()).observe(region, { childList: true }),
  )
const alert = (page: Page) => page.getByRole('alert').first()

for (const visited of [en, frCa]) {
  test.describe(visited.name, { tag: visited === en ? '@audit' : ['@long', '@audit'] }, () => {
    test.use({ site: visited })

    test('states before the cart', async ({ page, context, stack, faults, site, say, call }) => {
      faults.expect(
        /^404: GET .*\/locations\?/,
        /^failed: POST .*\/order-items/,
        /^404: GET .*\/no-such-page$/,
      )
      await page.goto(site.prefix || '/')
      await page
        .getByRole('banner')
        .getByRole('button', { name: say('app.order-now') })
        .click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await audit(page, 'the chooser', 'dialog[open]')

      await page.goto(`${site.prefix}/quote/everyday?near=${encodeURIComponent(site.city)}`)
      await page.getByText(say.part('start.hours')).first().click()
      await audit(page, 'hours', 'main')
      await page.goto(`${site.prefix}/quote/everyday?near=Xyzzyville`)
      await expect(alert(page)).toContainText('Xyzzyville')
      await page.getByRole('button', { name: say('app.locate') }).click()
      await expect(page.getByRole('status').filter({ hasText: say.part('app.cannot-locate') })).toBeVisible()
      await audit(page, 'no place')

      await page.goto(menuOf(site))
      await page.getByRole('button', { name: say('menu.allergens') }).click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await audit(page, 'allergens', 'dialog[open]')
      await page.keyboard.press('Escape')
      const toast = page.getByRole('region', { name: say('app.notifications') })
      await holdToasts(toast)
      await page.getByRole('button', { name: say('menu.add', { item: call('onion-rings') }) }).click()
      await expect(toast.getByRole('group')).toBeVisible()
      const toasts = `[aria-label="${await toast.getAttribute('aria-label')}"]`
      await audit(page, 'a toast', toasts)
      await toast.getByRole('button', { name: say('app.dismiss') }).click()
      await page.route('**/order-items', (route) => route.abort('connectionreset'))
      await page.getByRole('button', { name: say('menu.add', { item: call('onion-rings') }) }).click()
      await expect(toast).toContainText(say.part('app.failed-add'))
      await audit(page, 'a toast of what failed', toasts)
      await page.unroute('**/order-items')
      await context.setOffline(true)
      const banner = page.getByRole('status').filter({ hasText: say.part('app.offline') })
      await expect(banner).toBeVisible()
      await audit(page, 'offline', '[role="status"]')
      await context.setOffline(false)

      await page.goto(`${site.prefix}/quote/everyday/${site.store}/from-the-pit/half-rack`)
      await page.getByRole('button', { name: /^(Add|Ajouter) 1/ }).click()
      await page.getByRole('main').getByText(say('item.nutrition')).click()
      await audit(page, 'a group that asks', 'main')
      await bag(context, stack, site, { 'pit-fries': 1 })
      await page.goto(`${site.prefix}/quote/everyday/${site.other.store}/sides/onion-rings`)
      await page.getByRole('button', { name: /^(Add|Ajouter) 1/ }).click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await audit(page, 'a cart elsewhere', 'dialog[open]')

      await page.goto(`${site.prefix}/no-such-page`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await audit(page, 'no page', 'main')
    })

    test('states from the cart to the bank', async ({
      page,
      context,
      stack,
      guest,
      faults,
      site,
      say,
      call,
    }) => {
      faults.expect(/^402: POST .*\/payment-management\/card\//)
      await bag(context, stack, site)
      await page.goto(`${site.prefix}/cart`)
      await page
        .getByRole('button', { name: say('cart.remove-item', { item: call('the-big-deal') }) })
        .click()
      await expect(page.getByRole('button', { name: say('cart.undo-item') })).toBeFocused()
      await audit(page, 'a line that is gone', 'main')

      await bag(context, stack, site)
      await page.goto(`${site.prefix}/cart/summary`)
      await page.getByRole('button', { name: say('summary.change-time') }).click()
      await page.getByRole('button', { name: say('summary.more-times') }).click()
      await expect(page.getByRole('group', { name: say('summary.day') })).toBeVisible()
      await page.getByRole('radio', { name: say('summary.tip-custom') }).click()
      await page.getByRole('button', { name: say('summary.tip-set') }).click()
      await expect(alert(page).or(page.getByText(say.part('summary.tip-missing')))).toBeVisible()
      await audit(page, 'every time and a tip', 'main')

      await page.goto(`${site.prefix}/checkout`)
      await page.getByRole('button', { name: say('checkout.to-payment') }).click()
      await expect(page.getByRole('button', { name: say('problem.email-required') })).toBeVisible()
      await audit(page, 'what is wrong with the details', 'main')
      await giveDetails(page, guest)
      await place(page)
      await expect(
        page.getByRole('button', { name: say(`payment.zip-required-${site === en ? 'us' : 'ca'}`) }),
      ).toBeVisible()
      await audit(page, 'what is wrong with the payment')
      await typeBilling(page, site.billing)
      await typeCard(page, cards.declined)
      await place(page)
      await expect(alert(page)).toContainText(say.part('problem.payment-declined'))
      await expect(cardFrame(page).getByRole('textbox').first()).not.toHaveValue('')
      await audit(page, 'a declined card')
      await typeCard(page, cards.asksBank)
      await place(page)
      await expect(bankFrame(page).getByRole('button').first()).toBeVisible()
      await audit(page, 'the bank')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: say('payment.bank-give-up') })).toBeVisible()
      await audit(page, 'the bank waits')
    })

    test('states on a phone', { tag: '@phone' }, async ({ page, context, stack, site, say }) => {
      await page.goto(site.prefix || '/')
      await page.getByRole('button', { name: say('app.open-menu') }).click()
      await expect(page.getByRole('navigation', { name: say('app.nav') })).toBeVisible()
      await audit(page, 'the menu of a phone', 'header')

      await bag(context, stack, site)
      await page.goto(`${site.prefix}/checkout`)
      await page
        .getByRole('button', { expanded: false })
        .filter({ hasText: say.part('checkout.your-order') })
        .click()
      await audit(page, 'the folded order')
    })

    test.describe('with a stack of its own', { tag: '@long' }, () => {
      test.use({ own: { KITCHEN_PACE: '3600' } })

      test('states after a change and an expired hold', async ({ page, context, stack, guest, site }) => {
        await bag(context, stack, site)
        await page.goto(`${site.prefix}/checkout`)
        await giveDetails(page, guest)
        const menu = await stack.seedMenu()
        for (const item of menu.items) if (item.id === 'the-big-deal') item.price = { usd: 999, cad: 1299 }
        await stack.import('menu', menu)
        await stack.import('availability', {
          locations: [{ location: site.location, soldOut: [{ item: 'pit-fries', until: null }] }],
        })
        await stack.passTime('11m')
        for (const path of ['/cart', '/cart/summary', '/checkout/payment']) {
          await page.goto(site.prefix + path)
          await expect(page.getByText(/9[.,]99|12[.,]99/).first()).toBeVisible()
          await audit(page, path, 'main')
        }
      })

      test('states of an order', async ({ page, context, stack, guest, site, say }) => {
        const counter = new Counter(stack.url, site.locale)
        const cook = await context.newPage()
        const act = async (name: RegExp) => {
          await cook.goto('/sandbox/kitchen')
          await cook.getByRole('button', { name }).first().click()
        }
        const stands = async (token: string, status: string) => {
          await expect
            .poll(
              async () =>
                (await (await fetch(`${stack.url}/api/online-ordering/orders/status/${token}`)).json())
                  .status,
            )
            .toBe(status)
          await page.goto(`${site.prefix}/orders/${token}`)
          await expect(page.getByRole('heading', { level: 1 })).toContainText(guest.firstName)
        }
        const token = await counter.order(site.location, { 'the-big-deal': 1 }, guest)
        await page.goto(`${site.prefix}/orders/${token}`)
        await page.getByRole('button', { name: say('order.cancel') }).click()
        await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
        await audit(page, 'cancelling', 'dialog[open]')
        for (const [button, status] of [
          [/^Accept order/, 'accepted'],
          [/^Start order/, 'in-preparation'],
          [/^Ready order/, 'ready'],
          [/^Hand over order/, 'completed'],
        ] as const) {
          await act(button)
          await stands(token, status)
          await audit(page, status, 'main')
        }
        const refused = await counter.order(site.location, { 'the-big-deal': 1 }, guest)
        await cook.goto('/sandbox/kitchen')
        await cook.getByText('Refuse', { exact: true }).click()
        if (site === en) await audit(cook, 'the kitchen')
        await cook.getByRole('button', { name: /^Refuse order/ }).click()
        await stands(refused, 'not-approved')
        await audit(page, 'refused', 'main')
        if (site !== en) return
        for (const path of ['/sandbox/payments', '/sandbox/mail', '/sandbox/outbox']) {
          await cook.goto(path)
          await audit(cook, path)
        }
      })
    })
  })
}
