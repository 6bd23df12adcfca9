import { audit } from './audit'
import { openAs, signUp } from './customer'
import { journey } from './defineJourney'
import { expectPlaced, fillCheckout, submitOrder } from './flow'
import { expect, test } from './test'

test.use({ own: { KITCHEN_PACE: '1' } })

journey(
  'a customer earns points with an order, and pays for a reward with them',
  async ({ page, context, stack, site, user, text, guest, createBasket }) => {
    const main = page.getByRole('main')
    const rewards = `${site.prefix}/user-profile/loyalty`
    const statement = main.getByRole('region', { name: text('rewards.statement') })
    const session = await signUp(page, context, guest, 'Ketchup 57 Mustard', /^\d{6} /)
    await openAs(page, session, site.prefix || '/')

    await test.step('the cart says what the order earns', async () => {
      await createBasket({ 'the-big-deal': 10 })
      await page.goto(`${site.prefix}/cart`)
      await expect(main.getByText(text('deals.earns'))).toBeVisible()
      await fillCheckout(page, guest, { site, user })
      await submitOrder(page)
      await expectPlaced(page)
    })

    await test.step('the completed order names its points', async () => {
      await stack.passTime('1m')
      const earned = main.getByRole('heading', { name: text('order.earned-now') })
      await expect(earned).toBeVisible({ timeout: 60_000 })
      await audit(page, 'an order that earned points', 'main')
      await user.press(main.getByRole('link', { name: text('order.rewards') }))
      await expect(page).toHaveURL(rewards)
      await expect(statement.getByRole('listitem')).toHaveCount(2) // the order's, and those of the first badge
      const badges = main.getByRole('region', { name: text('rewards.achievements') })
      await expect(badges.getByText(text('rewards.achieved'))).toHaveCount(1)
      const tray = main.getByRole('region', { name: text('rewards.mystery') })
      await expect(tray.getByText(text('rewards.progress', { done: 1, goal: 5 }))).toBeVisible()
      const friends = main.getByRole('region', { name: text('rewards.friend') })
      await user.press(friends.getByRole('button', { name: text('rewards.friend-share') }))
      await expect(main.getByRole('region', { name: text('rewards.given') })).toBeVisible()
    })

    await test.step('a reward is set aside until there is a cart', async () => {
      await user.press(main.getByRole('button', { name: text('deals.use-reward-name') }).first())
      await expect(main.getByText(text('rewards.aside'))).toBeVisible()
      await audit(page, 'the rewards of a customer', 'main')
      await createBasket({ 'the-big-deal': 1, 'pit-fries': 1 })
      await page.goto(`${site.prefix}/cart`)
      const part = main.getByRole('region', { name: text('deals.title') })
      await expect(part.getByRole('button', { name: text('deals.remove-reward') })).toBeVisible()
      await expect(main.getByRole('term').filter({ hasText: text.part('deals.with-points') })).toBeVisible()
      await audit(page, 'a cart with a reward', 'main')
    })

    await test.step('the order takes the points, and the statement shows both orders', async () => {
      await fillCheckout(page, guest, { site, user })
      await submitOrder(page)
      await expectPlaced(page)
      await page.goto(rewards)
      await expect(statement.getByText(text('rewards.kind-redeem'))).toBeVisible()
      await expect(statement.getByText(text('rewards.kind-earn')).first()).toBeVisible()
      await user.press(statement.getByRole('link').first())
      await expect(page).toHaveURL(/\/orders\/[a-z0-9]{20,}$/)
    })
  },
)
