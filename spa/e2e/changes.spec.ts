import { audit } from './audit'
import { cards, expectPlaced, openDish, openMenu, place, readyToPlace, typeCard } from './flow'
import { ledger } from './sandbox'
import { expect, test } from './test'
import { way } from './ways'

// The menu changes while the guest orders: the page shows the change where it matters, with a way to continue.
test.use({ own: { KITCHEN_PACE: '3600' } })

way(
  'a dish sells out on the menu, at its page, in the cart and at submit',
  async ({ page, context, stack, bag, guest, faults, site, say, call, hand }) => {
    faults.expect(/^(409|422): POST .*\/payment-management\/card\//, /^(409|422): POST .*\/order-items$/)
    const gone: { item: string }[] = []
    const sellOut = async (item: string) => {
      gone.push({ item })
      await stack.import('availability', { locations: [{ location: site.location, soldOut: gone }] })
      await stack.passTime('3s') // the availability is polled every two seconds
    }
    const soldOut = (item: string) => say.part('problem.item-sold-out', { item: call(item) })
    await bag()

    await test.step('on the menu', async () => {
      await sellOut('malted-shake')
      await openMenu(page, site.store, site.prefix)
      const shake = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: call('malted-shake'), exact: true }) })
      await expect(shake).toContainText(say.part('menu.sold-out'))
      await expect(shake.getByRole('button')).toHaveCount(0)
    })

    await test.step('at its page', async () => {
      await openDish(page, site.store, 'sides/onion-rings', site.prefix)
      await sellOut('onion-rings')
      await hand.press(page.getByRole('button', { name: say('item.add') }))
      await expect(page.getByRole('alert').filter({ hasText: soldOut('onion-rings') })).toBeVisible()
      await audit(page, 'a dish that sold out meanwhile', 'main [role="alert"]')
    })

    await test.step('in the cart', async () => {
      await sellOut('pit-fries')
      await page.goto(`${site.prefix}/cart`)
      await expect(page.getByText(say('cart.change-sold-out', { item: call('pit-fries') }))).toBeVisible()
      await hand.press(page.getByRole('button', { name: say('cart.accept') }))
      await expect(page.getByRole('link', { name: call('pit-fries'), exact: true })).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText(call('the-big-deal'))
    })

    await test.step('at submit', async () => {
      await readyToPlace(page, guest, { site, hand })
      await sellOut('the-big-deal')
      await place(page)
      await expect(page.getByRole('alert').filter({ hasText: call('the-big-deal') })).toContainText(
        say.part('cart.change-sold-out', { item: call('the-big-deal') }),
      )
      expect(await ledger(context)).toEqual([])
    })
  },
)

way(
  'a price change before the payment shows the old and the new price',
  async ({ page, stack, bag, guest, faults, site, say, hand }) => {
    faults.expect(/^(409|422): POST .*\/payment-management\/card\//)
    await bag({ 'the-big-deal': 1 })
    await readyToPlace(page, guest, { site, hand })
    const menu = await stack.seedMenu()
    menu.items.find(({ id }) => id === 'the-big-deal')!.price = { usd: 999, cad: 1299 }
    await stack.import('menu', menu)
    await stack.passTime('3s')
    await place(page)
    const notice = page.getByRole('alert').filter({ hasText: say.part('problem.price-changed') })
    await expect(notice).toContainText(/7\.95.*9\.99|10[.,]25.*12[.,]99/)
    await hand.press(notice.getByRole('link', { name: say('checkout.check-changes') }))
    await expect(page).toHaveURL(`${site.prefix}/cart/summary`)
    // After acceptance the order continues at the new price, with the typed input.
    await hand.press(page.getByRole('button', { name: say('cart.accept') }))
    await expect(page.getByText(say('cart.changes-title'))).toBeHidden()
    await hand.press(
      page.getByRole('button', { name: say.part('summary.to-checkout') }).filter({ visible: true }),
    )
    await hand.press(page.getByRole('button', { name: say('checkout.to-payment') }))
    await typeCard(page, cards.good, hand)
    await place(page)
    await expectPlaced(page)
    await expect(page.getByRole('complementary', { name: say('order.your-order') })).toContainText(
      /9\.99|12[.,]99/,
    )
  },
)
