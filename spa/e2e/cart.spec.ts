import type { Page } from '@playwright/test'
import { journey } from './defineJourney'
import { fillDetails, openDish } from './flow'
import { expect, test } from './test'
import { userOf } from './user'

journey(
  'a line is increased, decreased, edited, removed and restored',
  async ({ page, createBasket, site, text, menuName, user }) => {
    await createBasket()
    await page.goto(`${site.prefix}/cart`)
    const item = menuName('the-big-deal')
    const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: item }) })
    const cartLink = (count: number) =>
      page.getByRole('banner').getByRole('link', { name: text.part('app.cart-count', { count }) })
    await user.press(line.getByRole('button', { name: text('app.more') }))
    await expect(line).toContainText(/23\.85|30[.,]75/)
    await user.press(line.getByRole('button', { name: text('app.fewer') }))
    await expect(line).toContainText(/15\.90|20[.,]50/)

    // The choices are preselected.
    const edit = line.getByRole('link', { name: text('cart.edit-item', { item }) })
    const tomato = page.getByRole('checkbox', { name: menuName('the-big-deal-tomato') })
    const withoutTomato = text.part('app.left-off', {
      modifier: menuName('the-big-deal-tomato').toLowerCase(),
    })
    await user.press(edit)
    await user.choose(tomato)
    await user.press(page.getByRole('button', { name: text('item.save', { quantity: 2 }) }))
    await expect(page).toHaveURL(`${site.prefix}/cart`)
    await expect(line).toContainText(withoutTomato)
    await user.press(edit)
    await expect(tomato).not.toBeChecked()
    await page.goBack()

    await user.press(line.getByRole('button', { name: text('cart.remove-item', { item }) }))
    await expect(line).toHaveCount(0)
    await expect(cartLink(1)).toBeVisible()
    await expect(page.getByRole('button', { name: text('cart.undo-item', { item }) })).toBeFocused()
    await user.press(page.getByRole('button', { name: text('cart.undo-item', { item }) }))
    await expect(line).toContainText(withoutTomato)
    await expect(line.getByRole('button', { name: text('cart.remove-item', { item }) })).toBeFocused()
    await expect(cartLink(3)).toBeVisible()
  },
)

test('suggestions can be added with one press, after a dish and beside the cart', async ({
  page,
  createBasket,
}) => {
  await openDish(page, 'brookside-tulsa', 'burgers/the-big-deal')
  await page.getByRole('button', { name: 'Add 1 – $7.95' }).click()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts).toContainText('Goes well with it: Pit Fries, $2.95.')
  await toasts.getByRole('group').hover() // a toast under the pointer does not close
  // The menu takes the focus when it loads; keys pressed before are lost.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await toasts.getByRole('button', { name: 'Add Pit Fries' }).press('Enter')
  await expect(toasts).toContainText('Pit Fries: in the bag.')
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()

  // With fries in the cart the suggestion is a drink; after that nothing is suggested.
  const suggestion = page.getByRole('complementary', { name: 'One idea from the cook.' })
  await suggestion.getByRole('button', { name: 'Add Fountain Drink' }).press('Enter')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Fountain Drink', exact: true }),
  ).toBeVisible()
  await expect(suggestion).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // A cart with dishes that this browser has not viewed has a suggestion too.
  await createBasket({ 'the-big-deal': 1 })
  await page.goto('/cart')
  await suggestion.getByRole('button', { name: 'Add Pit Fries' }).press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Pit Fries', exact: true })).toBeVisible()
  await expect(suggestion.getByText('Pit Fries')).toHaveCount(0)
})

journey(
  'of two tabs, the second to change the cart sees the first one’s change',
  async ({ page, context, createBasket, faults, site, text, menuName, input }) => {
    faults.expect(/^409: PUT .*\/order-items\//)
    await createBasket()
    const other = await context.newPage()
    const fries = (tab: Page) =>
      tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { name: menuName('pit-fries') }) })
    const oneMore = async (tab: Page) => {
      await tab.bringToFront()
      await userOf(tab, input).press(fries(tab).getByRole('button', { name: text('app.more') }))
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
}, async ({ page, createBasket, guest, isMobile }) => {
  await createBasket()
  await page.goto('/checkout')
  await fillDetails(page, guest)
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
