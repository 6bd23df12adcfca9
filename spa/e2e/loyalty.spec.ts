import { audit } from './audit'
import { openAs, signUp } from './customer'
import { journey } from './defineJourney'
import { expectPlaced, fillCheckout, submitOrder } from './flow'
import { frCa } from './sites'
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
      if (page.viewportSize()!.width >= 1280)
        // not clipped
        await expect(page.getByRole('banner').getByText(text('shell.points')).first()).toBeInViewport()
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

journey(
  'a birthday gift and the prize of a tray are used in an order, and come back when it is cancelled',
  async ({ page, context, stack, site, user, text, guest, createBasket }) => {
    const main = page.getByRole('main')
    const rewards = `${site.prefix}/user-profile/loyalty`
    const given = main.getByRole('region', { name: text('rewards.given') })
    const deals = main.getByRole('region', { name: text('deals.title') })
    const inCart = deals.getByRole('button', { name: text('deals.remove-reward') })
    const language = site.locale === frCa.locale ? 'fr-ca' : 'en'
    const seed = await stack.seedPromotions()
    const prize = seed.program.mystery.prizes.find(({ id }) => id === 'side')!.gift
    const gift = seed.program.birthday.gift
    const mystery = { steps: 1, prizes: [{ id: 'side', gift: prize, weight: 1 }] }
    await stack.import('promotions', { ...seed, program: { ...seed.program, mystery } })
    await stack.passTime('3s') // the promotions are polled every two seconds
    const session = await signUp(page, context, guest, 'Ketchup 57 Mustard', /^\d{6} /)

    await test.step('the birthday is set once', async () => {
      await openAs(page, session, `${site.prefix}/user-profile`)
      const contact = main.getByRole('region', { name: text('profile.contact') })
      await contact.getByRole('combobox', { name: text('profile.month') }).selectOption('12')
      await contact.getByRole('combobox', { name: text('profile.day') }).selectOption('5')
      await user.press(contact.getByRole('button', { name: text('account.save') }))
      await expect(contact.getByText(text.part('profile.birthday-fixed'))).toBeVisible()
      await expect(contact.getByRole('combobox')).toHaveCount(0)
    })

    await test.step('a completed order brings a badge and a wrapped tray', async () => {
      await createBasket({ 'the-big-deal': 10 })
      await fillCheckout(page, guest, { site, user })
      await submitOrder(page)
      await expectPlaced(page)
      await stack.passTime('1m')
      const link = main.getByRole('link', { name: text('order.rewards') })
      await expect(link).toBeVisible({ timeout: 60_000 })
      await user.press(link)
      const tray = main.locator('section', {
        has: page.getByRole('heading', { name: text('rewards.mystery-ready') }),
      })
      await user.press(tray.getByRole('button', { name: text('rewards.mystery-open') }))
      await expect(main.getByRole('heading', { level: 2, name: prize.name[language] })).toBeFocused()
      await expect(given.getByRole('listitem').filter({ hasText: prize.name[language] })).toBeVisible()
      await audit(page, 'an opened tray', 'main')
    })

    await test.step('the gift comes a week before the birthday, which was set a week before that', async () => {
      await stack.kitchen('byItself', false)
      await stack.passTime('192h')
      await expect(async () => {
        await page.reload()
        await expect(given.getByText(text('rewards.type-2'))).toBeVisible({ timeout: 2000 })
      }).toPass()
    })

    await test.step('one press each uses the gift and the suggestion', async () => {
      await createBasket({ 'the-big-deal': 1, 'pit-fries': 1, 'malted-shake': 1 })
      await page.goto(`${site.prefix}/cart`)
      await user.press(
        deals.getByRole('button', { name: text('deals.use-reward-name', { reward: gift.name[language] }) }),
      )
      await expect(inCart).toHaveCount(1)
      const suggestion = deals.getByRole('region', { name: text('deals.suggestion') })
      await user.press(suggestion.getByRole('button', { name: text('deals.use-reward-name') }))
      await expect(inCart).toHaveCount(2)
      await audit(page, 'a cart with a gift', 'main')
    })

    await test.step('the order uses them, and its end returns them', async () => {
      await fillCheckout(page, guest, { site, user })
      await submitOrder(page)
      await expectPlaced(page)
      const order = page.url()
      await page.goto(rewards)
      await user.press(given.getByText(text('rewards.given-past')))
      await expect(given.getByText(text('rewards.state-used')).first()).toBeVisible()
      await page.goto(order)
      await user.press(page.getByRole('button', { name: text('order.cancel') }))
      const dialog = page.getByRole('dialog', { name: text('order.cancel-title') })
      await user.press(dialog.getByRole('button', { name: text('order.cancel-yes') }))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(text.part('order.poster-cancelled'))
      await page.goto(rewards)
      const use = text('deals.use-reward-name', { reward: gift.name[language] })
      await expect(given.getByRole('button', { name: use })).toBeVisible()
    })
  },
)
