import { audit } from './audit'
import { journey } from './defineJourney'
import { cards, expectPlaced, fillCheckout, openDish, openMenu, submitOrder, typeCard } from './flow'
import { ledger } from './sandbox'
import { expect, test } from './test'

// The menu changes while the guest orders: the page shows the change where it matters, with a way to continue.
test.use({ own: { KITCHEN_PACE: '3600' } })

journey(
  'a dish sells out on the menu, at its page, in the cart and at submit',
  async ({ page, context, stack, createBasket, guest, faults, site, text, menuName, user }) => {
    faults.expect(/^(409|422): POST .*\/payment-management\/card\//, /^(409|422): POST .*\/order-items$/)
    const soldOutItems: { item: string }[] = []
    const sellOut = async (item: string) => {
      soldOutItems.push({ item })
      await stack.import('availability', { locations: [{ location: site.location, soldOut: soldOutItems }] })
      await stack.passTime('3s') // the availability is polled every two seconds
    }
    const soldOut = (item: string) => text.part('problem.item-sold-out', { item: menuName(item) })
    await createBasket()

    await test.step('on the menu', async () => {
      await sellOut('malted-shake')
      await openMenu(page, site.slug, site.prefix)
      const shake = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: menuName('malted-shake'), exact: true }) })
      await expect(shake).toContainText(text.part('menu.sold-out'))
      await expect(shake.getByRole('button')).toHaveCount(0)
    })

    await test.step('at its page', async () => {
      await openDish(page, site.slug, 'sides/onion-rings', site.prefix)
      await sellOut('onion-rings')
      await user.press(page.getByRole('button', { name: text('item.add') }))
      await expect(page.getByRole('alert').filter({ hasText: soldOut('onion-rings') })).toBeVisible()
      await audit(page, 'a dish that sells out while its page is open', 'main [role="alert"]')
    })

    await test.step('in the cart', async () => {
      await sellOut('pit-fries')
      await page.goto(`${site.prefix}/cart`)
      await expect(
        page.getByText(text('cart.change-sold-out', { item: menuName('pit-fries') })),
      ).toBeVisible()
      await user.press(page.getByRole('button', { name: text('cart.accept') }))
      await expect(page.getByRole('link', { name: menuName('pit-fries'), exact: true })).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText(menuName('the-big-deal'))
    })

    await test.step('at submit', async () => {
      await fillCheckout(page, guest, { site, user })
      await sellOut('the-big-deal')
      await submitOrder(page)
      await expect(page.getByRole('alert').filter({ hasText: menuName('the-big-deal') })).toContainText(
        text.part('cart.change-sold-out', { item: menuName('the-big-deal') }),
      )
      expect(await ledger(context)).toEqual([])
    })
  },
)

journey(
  'a price change before the payment shows the old and the new price',
  async ({ page, stack, createBasket, guest, faults, site, text, user }) => {
    faults.expect(/^(409|422): POST .*\/payment-management\/card\//)
    await createBasket({ 'the-big-deal': 1 })
    await fillCheckout(page, guest, { site, user })
    const menu = await stack.seedMenu()
    menu.items.find(({ id }) => id === 'the-big-deal')!.price = { usd: 999, cad: 1299 }
    await stack.import('menu', menu)
    await stack.passTime('3s')
    await submitOrder(page)
    const notice = page.getByRole('alert').filter({ hasText: text.part('problem.price-changed') })
    await expect(notice).toContainText(/7\.95.*9\.99|10[.,]25.*12[.,]99/)
    await user.press(notice.getByRole('link', { name: text('checkout.check-changes') }))
    await expect(page).toHaveURL(`${site.prefix}/cart/summary`)
    // After acceptance the order continues at the new price, with the typed input.
    await user.press(page.getByRole('button', { name: text('cart.accept') }))
    await expect(page.getByText(text('cart.changes-title'))).toBeHidden()
    await user.press(
      page.getByRole('button', { name: text.part('summary.to-checkout') }).filter({ visible: true }),
    )
    await user.press(page.getByRole('button', { name: text('checkout.to-payment') }))
    await typeCard(page, cards.good, user)
    await submitOrder(page)
    await expectPlaced(page)
    await expect(page.getByRole('complementary', { name: text('order.your-order') })).toContainText(
      /9\.99|12[.,]99/,
    )
  },
)
