import type { BrowserContext, Page } from '@playwright/test'
import { ApiClient, setBasketCookie } from './apiClient'
import { audit } from './audit'
import {
  bankFrame,
  cardFrame,
  cards,
  fillDetails,
  keepToasts,
  submitOrder,
  typeBilling,
  typeCard,
} from './flow'
import { en, frCa, type Site } from './sites'
import type { Stack } from './stack'
import { expect, test } from './test'

// Audits dialogs, menus, errors and toasts while they are open.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(600_000)

async function createBasket(
  context: BrowserContext,
  stack: Stack,
  site: Site,
  dishes: Record<string, number> = { 'the-big-deal': 2, 'pit-fries': 1 },
) {
  const basket = await new ApiClient(stack.url, site.locale).createBasket(site.location, dishes)
  await setBasketCookie(context, stack.url, basket)
  return basket
}

const menuPath = ({ prefix, slug }: Site) => `${prefix}/quote/everyday/${slug}?type=carryout`
const alert = (page: Page) => page.getByRole('alert').first()

for (const visited of [en, frCa]) {
  test.describe(visited.name, { tag: visited === en ? '@audit' : ['@long', '@audit'] }, () => {
    test.use({ site: visited })

    test('states before the cart', async ({ page, context, stack, faults, site, text, menuName }) => {
      faults.expect(
        /^404: GET .*\/locations\?/,
        /^failed: POST .*\/order-items/,
        /^404: GET .*\/no-such-page$/,
      )
      await page.goto(site.prefix || '/')
      await page
        .getByRole('banner')
        .getByRole('button', { name: text('app.order-now') })
        .click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await audit(page, 'the chooser', 'dialog[open]')

      await page.goto(`${site.prefix}/quote/everyday?near=${encodeURIComponent(site.city)}`)
      await page.getByText(text.part('start.hours')).first().click()
      await audit(page, 'hours', 'main')
      await page.goto(`${site.prefix}/quote/everyday?near=Xyzzyville`)
      await expect(alert(page)).toContainText('Xyzzyville')
      await page.getByRole('button', { name: text('app.locate') }).click()
      await expect(page.getByRole('status').filter({ hasText: text.part('app.cannot-locate') })).toBeVisible()
      await audit(page, 'an unknown place')

      await page.goto(menuPath(site))
      await page.getByRole('button', { name: text('menu.allergens') }).click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await audit(page, 'allergens', 'dialog[open]')
      await page.keyboard.press('Escape')
      const toast = page.getByRole('region', { name: text('app.notifications') })
      await keepToasts(toast)
      await page.getByRole('button', { name: text('menu.add', { item: menuName('onion-rings') }) }).click()
      await expect(toast.getByRole('group')).toBeVisible()
      const toasts = `[aria-label="${await toast.getAttribute('aria-label')}"]`
      await audit(page, 'a toast', toasts)
      await toast.getByRole('button', { name: text('app.dismiss') }).click()
      await page.route('**/order-items', (route) => route.abort('connectionreset'))
      await page.getByRole('button', { name: text('menu.add', { item: menuName('onion-rings') }) }).click()
      await expect(toast).toContainText(text.part('app.failed-add'))
      await audit(page, 'an error toast', toasts)
      await page.unroute('**/order-items')
      await context.setOffline(true)
      const banner = page.getByRole('status').filter({ hasText: text.part('app.offline') })
      await expect(banner).toBeVisible()
      await audit(page, 'offline', '[role="status"]')
      await context.setOffline(false)

      await page.goto(`${site.prefix}/quote/everyday/${site.slug}/from-the-pit/half-rack`)
      await page.getByRole('button', { name: /^(Add|Ajouter) 1/ }).click()
      await page.getByRole('main').getByText(text('item.nutrition')).click()
      await audit(page, 'a missing required choice', 'main')
      await createBasket(context, stack, site, { 'pit-fries': 1 })
      await page.goto(`${site.prefix}/quote/everyday/${site.other.slug}/sides/onion-rings`)
      await page.getByRole('button', { name: /^(Add|Ajouter) 1/ }).click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await audit(page, 'a cart elsewhere', 'dialog[open]')

      await page.goto(`${site.prefix}/no-such-page`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await audit(page, 'an unknown page', 'main')
    })

    test('states from the cart to the bank', async ({
      page,
      context,
      stack,
      guest,
      faults,
      site,
      text,
      menuName,
    }) => {
      faults.expect(/^402: POST .*\/payment-management\/card\//)
      await createBasket(context, stack, site)
      await page.goto(`${site.prefix}/cart`)
      await page
        .getByRole('button', { name: text('cart.remove-item', { item: menuName('the-big-deal') }) })
        .click()
      await expect(page.getByRole('button', { name: text('cart.undo-item') })).toBeFocused()
      await audit(page, 'a removed line', 'main')

      await createBasket(context, stack, site)
      await page.goto(`${site.prefix}/cart/summary`)
      await page.getByRole('button', { name: text('summary.change-time') }).click()
      await page.getByRole('button', { name: text('summary.more-times') }).click()
      await expect(page.getByRole('group', { name: text('summary.day') })).toBeVisible()
      await page.getByRole('radio', { name: text('summary.tip-custom') }).click()
      await page.getByRole('button', { name: text('summary.tip-set') }).click()
      await expect(alert(page).or(page.getByText(text.part('summary.tip-missing')))).toBeVisible()
      await audit(page, 'all times and a custom tip', 'main')

      await page.goto(`${site.prefix}/checkout`)
      await page.getByRole('button', { name: text('checkout.to-payment') }).click()
      await expect(page.getByRole('button', { name: text('problem.email-required') })).toBeVisible()
      await audit(page, 'errors in the contact details', 'main')
      await fillDetails(page, guest)
      await expect(cardFrame(page).getByRole('textbox').first()).toBeVisible()
      await submitOrder(page)
      await expect(
        page.getByRole('button', { name: text(`payment.zip-required-${site === en ? 'us' : 'ca'}`) }),
      ).toBeVisible()
      await audit(page, 'errors in the payment form')
      await typeBilling(page, site.billing)
      await typeCard(page, cards.declined)
      await submitOrder(page)
      await expect(alert(page)).toContainText(text.part('problem.payment-declined'))
      await expect(cardFrame(page).getByRole('textbox').first()).not.toHaveValue('')
      await audit(page, 'a declined card')
      await typeCard(page, cards.needsChallenge)
      await submitOrder(page)
      await expect(bankFrame(page).getByRole('button').first()).toBeVisible()
      await audit(page, 'the bank')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: text('payment.bank-give-up') })).toBeVisible()
      await audit(page, 'the closed bank dialog')
    })

    test('states on a phone', { tag: '@phone' }, async ({ page, context, stack, site, text }) => {
      await page.goto(site.prefix || '/')
      await page.getByRole('button', { name: text('app.open-menu') }).click()
      await expect(page.getByRole('navigation', { name: text('app.nav') })).toBeVisible()
      await audit(page, 'the menu of a phone', 'header')

      await createBasket(context, stack, site)
      await page.goto(`${site.prefix}/checkout`)
      await page
        .getByRole('button', { expanded: false })
        .filter({ hasText: text.part('checkout.your-order') })
        .click()
      await audit(page, 'the folded order')
    })

    test.describe('with an own stack', { tag: '@long' }, () => {
      test.use({ own: { KITCHEN_PACE: '3600' } })
      test.beforeEach(({ stack }) => stack.kitchen('byItself', false)) // as in order.spec.ts

      test('states after a change and an expired hold', async ({ page, context, stack, guest, site }) => {
        await createBasket(context, stack, site)
        await page.goto(`${site.prefix}/checkout`)
        await fillDetails(page, guest)
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

      test('states of an order', async ({ page, context, stack, guest, site, text }) => {
        const api = new ApiClient(stack.url, site.locale)
        const kitchenPage = await context.newPage()
        const pressInKitchen = async (name: RegExp) => {
          await kitchenPage.goto('/sandbox/kitchen')
          await kitchenPage.getByRole('button', { name }).first().click()
        }
        const openOrder = async (token: string, status: string) => {
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
        const token = await api.placeOrder(site.location, { 'the-big-deal': 1 }, guest)
        await page.goto(`${site.prefix}/orders/${token}`)
        await page.getByRole('button', { name: text('order.cancel') }).click()
        await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
        await audit(page, 'cancelling', 'dialog[open]')
        for (const [button, status] of [
          [/^Accept order/, 'accepted'],
          [/^Start order/, 'in-preparation'],
          [/^Ready order/, 'ready'],
          [/^Hand over order/, 'completed'],
        ] as const) {
          await pressInKitchen(button)
          await openOrder(token, status)
          await audit(page, status, 'main')
        }
        const refused = await api.placeOrder(site.location, { 'the-big-deal': 1 }, guest)
        await kitchenPage.goto('/sandbox/kitchen')
        await kitchenPage.getByText('Refuse', { exact: true }).click()
        if (site === en) await audit(kitchenPage, 'the kitchen')
        await kitchenPage.getByRole('button', { name: /^Refuse order/ }).click()
        await openOrder(refused, 'not-approved')
        await audit(page, 'refused', 'main')
        if (site !== en) return
        for (const path of ['/sandbox/payments', '/sandbox/desk', '/sandbox/mail', '/sandbox/outbox']) {
          await kitchenPage.goto(path)
          await audit(kitchenPage, path)
        }
      })
    })
  })
}
