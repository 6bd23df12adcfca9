import { ApiClient, setBasketCookie } from './apiClient'
import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { expect, test } from './test'

test.describe('a placed order', () => {
  // An own stack: selling out an item would affect other tests.
  test.use({ own: { KITCHEN_PACE: '1' } })

  journey(
    'an order is reordered in two taps; unavailable dishes are named, and an open cart is kept unless the guest replaces it',
    async ({ page, context, stack, guest, site, text, menuName, user }) => {
      const dialog = page.getByRole('dialog').filter({ visible: true })
      const again = page.getByRole('button', { name: text('order.again') })
      const api = new ApiClient(stack.url, site.locale)
      const token = await api.placeOrder(site.location, { 'the-big-deal': 2, 'pit-fries': 1 }, guest)
      await stack.passTime('1m')
      await expect.poll(async () => (await api.getOrderStatus(token)).status).toBe('completed')

      // The home page links to the order at every width, with a header of one line.
      await context.addCookies([{ name: 'placed', value: token, url: stack.url }])
      await page.goto(site.prefix || '/')
      const size = page.viewportSize()!
      for (const width of [360, 600, 899, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const orderLink = page.getByRole('link', { name: text('shell.again') }).filter({ visible: true })
        await expect(orderLink, `at ${width}`).toHaveCount(1)
        await expect(orderLink).toHaveAttribute('href', `${site.prefix}/orders/${token}`)
        const header = await page.getByRole('banner').boundingBox()
        expect(header!.height, `header at ${width}`).toBeLessThan(width < 1280 ? 80 : 120)
      }
      await page.setViewportSize(size)

      await page.goto(`${site.prefix}/orders/${token}`)
      await user.press(again)
      await expect(page).toHaveURL(`${site.prefix}/cart`)
      await expect(page.getByRole('main')).toContainText(menuName('the-big-deal'))
      await expect(
        page.getByRole('banner').getByRole('link', { name: text.part('app.cart-count', { count: 3 }) }),
      ).toBeVisible()
      await expect(page.getByText(text('cart.changes-title'))).toHaveCount(0)

      await stack.import('availability', {
        locations: [{ location: site.location, soldOut: [{ item: 'pit-fries' }] }],
      })
      const [first] = (await context.cookies()).filter(({ name }) => name === 'quote')
      await expect.poll(async () => (await api.getBasket(first!.value)).changes).toHaveLength(1)
      await setBasketCookie(
        context,
        stack.url,
        await api.createBasket(site.other.location, { 'onion-rings': 1 }),
      )
      await page.goto(`${site.prefix}/orders/${token}`)
      await user.press(again)
      await expect(dialog).toContainText(
        text.part('order.cart-line', { count: 1, store: site.other.locationName }),
      )
      await audit(page, 'order again with a cart', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await user.press(dialog.getByRole('button', { name: text('order.replace') }))
      await expect(page).toHaveURL(`${site.prefix}/cart`)
      await expect(
        page.getByText(text('cart.change-sold-out', { item: menuName('pit-fries') })),
      ).toBeVisible()
      const undo = page
        .getByRole('region', { name: text('app.notifications') })
        .getByRole('button', { name: text('app.undo') })
      await undo.focus() // a toast stays while it has the focus
      await audit(page, 'the cart of an order again', 'main')
      await user.press(undo)
      await expect(page.getByRole('main')).toContainText(menuName('onion-rings'))
    },
  )
})
