import type { Page } from '@playwright/test'
import { giveDetails, openDish } from './flow'
import { handOn } from './input'
import { expect, test } from './test'
import { way } from './ways'

way(
  'a line is increased, decreased, edited, removed and restored',
  async ({ page, bag, site, say, call, hand }) => {
    await bag()
    await page.goto(`${site.prefix}/cart`)
    const item = call('the-big-deal')
    const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: item }) })
    const count = (count: number) =>
      page.getByRole('banner').getByRole('link', { name: say.part('app.cart-count', { count }) })
    await hand.press(line.getByRole('button', { name: say('app.more') }))
    await expect(line).toContainText(/23\.85|30[.,]75/)
    await hand.press(line.getByRole('button', { name: say('app.fewer') }))
    await expect(line).toContainText(/15\.90|20[.,]50/)

    // The choices are preselected.
    const edit = line.getByRole('link', { name: say('cart.edit-item', { item }) })
    const tomato = page.getByRole('checkbox', { name: call('the-big-deal-tomato') })
    const off = say.part('app.left-off', { modifier: call('the-big-deal-tomato').toLowerCase() })
    await hand.press(edit)
    await hand.choose(tomato)
    await hand.press(page.getByRole('button', { name: say('item.save', { quantity: 2 }) }))
    await expect(page).toHaveURL(`${site.prefix}/cart`)
    await expect(line).toContainText(off)
    await hand.press(edit)
    await expect(tomato).not.toBeChecked()
    await page.goBack()

    await hand.press(line.getByRole('button', { name: say('cart.remove-item', { item }) }))
    await expect(line).toHaveCount(0)
    await expect(count(1)).toBeVisible()
    await expect(page.getByRole('button', { name: say('cart.undo-item', { item }) })).toBeFocused()
    await hand.press(page.getByRole('button', { name: say('cart.undo-item', { item }) }))
    await expect(line).toContainText(off)
    await expect(line.getByRole('button', { name: say('cart.remove-item', { item }) })).toBeFocused()
    await expect(count(3)).toBeVisible()
  },
)

test('suggestions can be added with one press, after a dish and beside the cart', async ({ page, bag }) => {
  await openDish(page, 'brookside-tulsa', 'burgers/the-big-deal')
  await page.getByRole('button', { name: 'Add 1 – $7.95' }).click()
  const said = page.getByRole('region', { name: 'Notifications' })
  await expect(said).toContainText('Goes well with it: Pit Fries, $2.95.')
  // The menu takes the focus when it loads; keys pressed before are lost.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await said.getByRole('button', { name: 'Add Pit Fries' }).press('Enter')
  await expect(said).toContainText('Pit Fries: in the bag.')
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()

  // With fries in the cart the suggestion is a drink; after that nothing is suggested.
  const idea = page.getByRole('complementary', { name: 'One idea from the cook.' })
  await idea.getByRole('button', { name: 'Add Fountain Drink' }).press('Enter')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Fountain Drink', exact: true }),
  ).toBeVisible()
  await expect(idea).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // A cart with dishes that this browser has not viewed has a suggestion too.
  await bag({ 'the-big-deal': 1 })
  await page.goto('/cart')
  await idea.getByRole('button', { name: 'Add Pit Fries' }).press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Pit Fries', exact: true })).toBeVisible()
  await expect(idea.getByText('Pit Fries')).toHaveCount(0)
})

way(
  'of two tabs, the second to change the cart sees the first one’s change',
  async ({ page, context, bag, faults, site, say, call, input }) => {
    faults.expect(/^409: PUT .*\/order-items\//)
    await bag()
    const other = await context.newPage()
    const fries = (tab: Page) =>
      tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { name: call('pit-fries') }) })
    const oneMore = async (tab: Page) => {
      await tab.bringToFront()
      await handOn(tab, input).press(fries(tab).getByRole('button', { name: say('app.more') }))
    }
    for (const tab of [page, other]) {
      await tab.goto(`${site.prefix}/cart`)
      await expect(fries(tab)).toContainText(/2\.95|3[.,]75/)
    }
    await oneMore(page)
    await expect(fries(page)).toContainText(/5\.90|7[.,]50/)
    await oneMore(other)
    // A change that is still valid is applied to the current cart; nothing is lost.
    await expect(fries(other)).toContainText(/8\.85|11[.,]25/)
  },
)

test('location, handoff and time stay visible from the menu to the payment, and a phone shows the progress', {
  tag: '@both',
}, async ({ page, bag, guest, isMobile }) => {
  await bag()
  await page.goto('/checkout')
  await giveDetails(page, guest)
  for (const [path, percent] of [
    ['/quote/everyday/brookside-tulsa?type=carryout', '20'],
    ['/cart', '40'],
    ['/cart/summary', '40'],
    ['/checkout', '60'],
    ['/checkout/payment', '80'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('main').evaluate((main) => main.scrollIntoView(false)) // the footer of every page is below
    const bar = page.getByRole('region', { name: 'Your order' })
    await expect(bar).toContainText('Brookside')
    await expect(bar).toContainText('Carryout')
    await expect(bar).toContainText(/\d:\d\d\sPM/)
    await expect(bar, path).toBeInViewport({ ratio: 1 })
    if (isMobile)
      await expect(page.getByRole('progressbar', { name: 'Order completion' }), path).toHaveAttribute(
        'aria-valuenow',
        percent,
      )
  }
})
