import { audit, horizontalScroll } from './audit'
import { Counter, carry } from './counter'
import { expect, test } from './test'
import { way } from './ways'

test.describe('ordered again', () => {
  // An own stack: selling out an item would affect other tests.
  test.use({ own: { KITCHEN_PACE: '1' } })

  way(
    'an order is reordered in two taps; unavailable dishes are named, and an open cart is kept unless the guest replaces it',
    async ({ page, context, stack, guest, site, say, call, hand }) => {
      const dialog = page.getByRole('dialog').filter({ visible: true })
      const again = page.getByRole('button', { name: say('order.again') })
      const counter = new Counter(stack.url, site.locale)
      const token = await counter.order(site.location, { 'the-big-deal': 2, 'pit-fries': 1 }, guest)
      await stack.passTime('1m')
      await expect.poll(async () => (await counter.standing(token)).status).toBe('completed')

      // The home page links to the order at every width, with a header of one line.
      await context.addCookies([{ name: 'placed', value: token, url: stack.url }])
      await page.goto(site.prefix || '/')
      const size = page.viewportSize()!
      for (const width of [360, 600, 899, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const way = page.getByRole('link', { name: say('shell.again') }).filter({ visible: true })
        await expect(way, `at ${width}`).toHaveCount(1)
        await expect(way).toHaveAttribute('href', `${site.prefix}/orders/${token}`)
        const header = await page.getByRole('banner').boundingBox()
        expect(header!.height, `header at ${width}`).toBeLessThan(width < 1280 ? 80 : 120)
      }
      await page.setViewportSize(size)

      await page.goto(`${site.prefix}/orders/${token}`)
      await hand.press(again)
      await expect(page).toHaveURL(`${site.prefix}/cart`)
      await expect(page.getByRole('main')).toContainText(call('the-big-deal'))
      await expect(
        page.getByRole('banner').getByRole('link', { name: say.part('app.cart-count', { count: 3 }) }),
      ).toBeVisible()
      await expect(page.getByText(say('cart.changes-title'))).toHaveCount(0)

      await stack.import('availability', {
        locations: [{ location: site.location, soldOut: [{ item: 'pit-fries' }] }],
      })
      const [first] = (await context.cookies()).filter(({ name }) => name === 'quote')
      await expect.poll(async () => (await counter.look(first!.value)).changes).toHaveLength(1)
      await carry(context, stack.url, await counter.basket(site.other.location, { 'onion-rings': 1 }))
      await page.goto(`${site.prefix}/orders/${token}`)
      await hand.press(again)
      await expect(dialog).toContainText(say.part('order.cart-line', { count: 1, store: site.other.called }))
      await audit(page, 'order again with a cart', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await hand.press(dialog.getByRole('button', { name: say('order.replace') }))
      await expect(page).toHaveURL(`${site.prefix}/cart`)
      await expect(page.getByText(say('cart.change-sold-out', { item: call('pit-fries') }))).toBeVisible()
      const undo = page
        .getByRole('region', { name: say('app.notifications') })
        .getByRole('button', { name: say('app.undo') })
      await undo.focus() // a toast stays while it has the focus
      await audit(page, 'the cart of an order again', 'main')
      await hand.press(undo)
      await expect(page.getByRole('main')).toContainText(call('onion-rings'))
    },
  )
})
