import { setBasketCookie } from './apiClient'
import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { cards, expectPlaced, fillDetails, submitOrder, typeBilling, typeCard, waitForTitle } from './flow'
import { kitchen } from './sandbox'
import { en } from './sites'
import { expect, lunch, test } from './test'

const civic = { make: 'Honda', model: 'Civic', colour: 'silver' }

// Manual kitchen: an order keeps its status until the test changes it.
test.use({ own: {} })
test.beforeEach(({ stack }) => stack.kitchen('byItself', false))

journey(
  'a curbside order asks for the car, and "I’m here" notifies the kitchen',
  async ({ page, context, stack, guest, api, site, text, user }) => {
    const country = site === en ? 'US' : 'CA'
    const car = {
      make: page.getByRole('textbox', { name: text('curbside.make') }),
      model: page.getByRole('textbox', { name: text('curbside.model') }),
      colour: page.getByRole('textbox', { name: text(`curbside.colour-${country}`) }),
    }
    await setBasketCookie(context, stack.url, await api.createBasket(site.location, lunch, 4))
    await page.goto(`${site.prefix}/checkout`)
    await expect(page.getByRole('region', { name: text('app.store-bar') })).toContainText(
      text.part('app.handoff-curbside'),
    )
    await user.press(page.getByRole('button', { name: text('checkout.to-payment') }))
    for (const missing of [
      'problem.make-required',
      'problem.model-required',
      `curbside.colour-required-${country}`,
    ] as const)
      await expect(page.getByRole('button', { name: text(missing) })).toBeVisible()
    await audit(page, 'the details of a curbside order', 'main form')
    expect(await horizontalScroll(page)).toBe(0)
    await user.type(car.make, civic.make)
    await user.type(car.model, civic.model)
    await user.type(car.colour, civic.colour)
    await page.reload()
    await expect(car.model).toHaveValue('Civic')
    await fillDetails(page, guest, user)
    await expect(page.getByText('Honda Civic, silver')).toBeVisible()
    await typeCard(page, cards.good, user)
    await typeBilling(page, site.billing, user)
    await page.clock.install()
    await submitOrder(page)
    await expectPlaced(page)

    const arrive = page.getByRole('button', { name: text('curbside.here') })
    const arrivedHeading = page.getByRole('heading', { name: text('curbside.there-heading') })
    await expect(arrive).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(text('curbside.not-yet'))).toBeVisible()
    const kitchenPage = await kitchen(context)
    const ticket = kitchenPage.getByRole('article')
    await expect(ticket).toContainText('Honda Civic, silverOn the way')
    await ticket.getByRole('button', { name: /^Accept/ }).click()
    await waitForTitle(page, text.part('order.short-accepted'))
    await audit(page, 'a curbside order', 'main')
    await page.bringToFront()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(arrive).toBeInViewport({ ratio: 1 })
    await user.press(arrive)
    await expect(arrivedHeading).toBeFocused()
    await kitchenPage.reload()
    await expect(ticket).toContainText('Honda Civic, silverHere since')

    await page.bringToFront()
    await user.press(page.getByRole('button', { name: text('curbside.change-car') }))
    await user.type(car.colour, 'red')
    await audit(page, 'another car at the curb', 'main')
    expect(await horizontalScroll(page)).toBe(0)
    await user.press(page.getByRole('button', { name: text('curbside.correct') }))
    await expect(page.getByRole('button', { name: text('curbside.change-car') })).toBeVisible()
    await kitchenPage.reload()
    await expect(ticket).toContainText('Honda Civic, redHere since')

    await ticket.getByRole('button', { name: /^Start/ }).click()
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await waitForTitle(page, text.part('order.short-ready'))
    await expect(page.getByText(text('curbside.ready-arrived'))).toBeVisible()
    await ticket.getByRole('button', { name: /^Hand over/ }).click()
    await waitForTitle(page, text.part('order.short-completed'))
    await expect(arrivedHeading).toHaveCount(0)
  },
)
