import type { BrowserContext, Page } from '@playwright/test'
import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { waitForTitle } from './flow'
import { kitchen, ledger, mails } from './sandbox'
import { expect, lunch, test } from './test'

/** Opens an order with a mocked clock, because the page polls every few seconds. */
async function openWithMockedClock(page: Page, token: string, prefix = '') {
  await page.clock.install()
  await page.goto(`${prefix}/orders/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Expects the provider's only payment to be refunded. */
const expectRefund = (context: BrowserContext) =>
  expect.poll(() => ledger(context)).toEqual([expect.stringContaining('Refunded')])

test.describe('with an automatic kitchen', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  test('the status updates to ready and done without a reload', async ({
    page,
    stack,
    guest,
    context,
    api,
  }) => {
    const token = await api.placeOrder('bdb-1001', lunch, guest)
    await openWithMockedClock(page, token)
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    await stack.passTime('1m')
    await waitForTitle(page, /in your hands/)
    const tracker = page.getByRole('region', { name: 'How your order stands' })
    await expect(tracker.getByRole('listitem')).toHaveText([
      /Got it.*\(done\)/s,
      /On the fire.*\(done\)/s,
      /Bagged and hot.*\(done\)/s,
      /In your hands.*\(done\)/s,
    ])
    await expect(page.getByRole('status').filter({ hasText: 'Come back hungry.' })).toBeVisible()
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
    await expect
      .poll(() => mails(context, guest.email))
      .toEqual([expect.stringMatching(/^Order .* is ready$/), expect.stringMatching(/^Order .*: ready at/)])
  })
})

test.describe('with a manual kitchen', () => {
  test.use({ own: { KITCHEN_PACE: '3600' } })
  // Otherwise the kitchen's page counts seconds, and replaces its buttons each time.
  test.beforeEach(({ stack }) => stack.kitchen('byItself', false))

  journey(
    'the guest cancels and gets a refund',
    async ({ page, api, guest, context, site, stack, text, user }) => {
      const token = await api.placeOrder(site.location, lunch, guest)

      // The header with the link to an order underway has one line.
      await context.addCookies([{ name: 'placed', value: token, url: stack.url }])
      const size = page.viewportSize()!
      await page.setViewportSize({ width: 1280, height: 740 })
      await page.goto(site.prefix || '/')
      const banner = page.getByRole('banner')
      await expect(banner.locator(`[href$="/orders/${token}"]`).filter({ visible: true })).toHaveCount(1)
      expect((await banner.boundingBox())!.height).toBeLessThan(120)
      await page.setViewportSize(size)

      await page.goto(`${site.prefix}/orders/${token}`)
      const cancel = page.getByRole('button', { name: text('order.cancel') })
      const dialog = page.getByRole('dialog', { name: text('order.cancel-title') })
      await user.press(cancel)
      await audit(page, 'cancelling', 'dialog[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await user.press(dialog.getByRole('button', { name: text('order.cancel-no') }))
      await expect(dialog).toBeHidden()
      await expect(cancel).toBeFocused()
      await user.press(cancel)
      await user.press(dialog.getByRole('button', { name: text('order.cancel-yes') }))
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toContainText(text.part('order.poster-cancelled'))
      await expect(heading).toBeFocused()
      await expect(page.getByRole('main')).toContainText(text.part('order.refund-card', { lastFour: '4242' }))
      await expect(cancel).toHaveCount(0)
      await expectRefund(context)
      await expect
        .poll(() => mails(context, guest.email))
        .toContainEqual(expect.stringMatching(text('mail.cancelled-subject')))
    },
  )

  test('the confirmation has everything needed at the restaurant; an order in preparation cannot be cancelled', async ({
    page,
    stack,
    guest,
    context,
    api,
    faults,
  }) => {
    faults.expect(/^409: POST .*cancel/)
    const token = await api.placeOrder('bdb-1001', lunch, guest)
    await page.goto(`/orders/${token}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(guest.firstName)
    const main = page.getByRole('main')
    const { number } = await (
      await fetch(`${stack.url}/api/online-ordering/orders/thank-you/${token}`)
    ).json()
    expect(number).toMatch(/^\d{4}$/)
    await expect(main).toContainText(`Order${number}`)
    await expect(heading).toContainText(/\d{1,2}:\d\d/)
    await expect(main).toContainText('Brookside')
    await expect(main).toContainText('3421 S Peoria Ave')
    await expect(main).toContainText('•••@example.com') // masked: everyone with the link can see the page
    await expect(page.getByRole('link', { name: /Open the map/ })).toHaveAttribute('href', /36\.1145/)
    const receipt = page.getByRole('complementary', { name: 'Your order' })
    await expect(receipt).toContainText('The Big Deal')
    await expect(receipt).toContainText(/Paid.*\$20\.46/)
    await expect(receipt).toContainText('Card ending in 4242')

    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const kitchenPage = await kitchen(context)
    await kitchenPage.getByRole('button', { name: /^Accept order/ }).click()
    await kitchenPage.getByRole('button', { name: /^Start order/ }).click()
    await expect
      .poll(async () => (await fetch(`${stack.url}/api/online-ordering/orders/status/${token}`)).json())
      .toMatchObject({ status: 'in-preparation' })
    await page.bringToFront()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'It is too late to cancel this order. Call the restaurant',
    )
    await expect(page.getByRole('dialog').getByRole('link', { name: '(918) 555-0101' })).toBeVisible()
  })
})
