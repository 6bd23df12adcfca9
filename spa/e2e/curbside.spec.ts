import { audit, horizontalScroll } from './audit'
import { carry } from './counter'
import { cards, comesTo, expectPlaced, giveDetails, place, typeBilling, typeCard } from './flow'
import { kitchen, mails } from './sandbox'
import { en, frCa } from './sites'
import { expect, lunch, test } from './test'
import { way } from './ways'

const civic = { make: 'Honda', model: 'Civic', colour: 'silver' }

// Manual kitchen: an order keeps its status until the test changes it.
test.use({ own: {} })
test.beforeEach(({ stack }) => stack.kitchen('byItself', false))

way(
  'a curbside order asks for the car, and "I’m here" notifies the kitchen',
  async ({ page, context, stack, guest, counter, site, say, hand }) => {
    const country = site === en ? 'US' : 'CA'
    const car = {
      make: page.getByRole('textbox', { name: say('curbside.make') }),
      model: page.getByRole('textbox', { name: say('curbside.model') }),
      colour: page.getByRole('textbox', { name: say(`curbside.colour-${country}`) }),
    }
    await carry(context, stack.url, await counter.basket(site.location, lunch, 4))
    await page.goto(`${site.prefix}/checkout`)
    await expect(page.getByRole('region', { name: say('app.store-bar') })).toContainText(
      say.part('app.handoff-curbside'),
    )
    await hand.press(page.getByRole('button', { name: say('checkout.to-payment') }))
    for (const missing of [
      'problem.make-required',
      'problem.model-required',
      `curbside.colour-required-${country}`,
    ] as const)
      await expect(page.getByRole('button', { name: say(missing) })).toBeVisible()
    await audit(page, 'the details of a curbside order', 'main form')
    expect(await horizontalScroll(page)).toBe(0)
    await hand.type(car.make, civic.make)
    await hand.type(car.model, civic.model)
    await hand.type(car.colour, civic.colour)
    await page.reload()
    await expect(car.model).toHaveValue('Civic')
    await giveDetails(page, guest, hand)
    await expect(page.getByText('Honda Civic, silver')).toBeVisible()
    await typeCard(page, cards.good, hand)
    await typeBilling(page, site.billing, hand)
    await page.clock.install()
    await place(page)
    await expectPlaced(page)

    const here = page.getByRole('button', { name: say('curbside.here') })
    const known = page.getByRole('heading', { name: say('curbside.there-heading') })
    await expect(here).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(say('curbside.not-yet'))).toBeVisible()
    const rail = await kitchen(context)
    const slip = rail.getByRole('article')
    await expect(slip).toContainText('Honda Civic, silverOn the way')
    await slip.getByRole('button', { name: /^Accept/ }).click()
    await comesTo(page, say.part('order.short-accepted'))
    await audit(page, 'a curbside order', 'main')
    await page.bringToFront()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(here).toBeInViewport({ ratio: 1 })
    await hand.press(here)
    await expect(known).toBeFocused()
    await rail.reload()
    await expect(slip).toContainText('Honda Civic, silverHere since')

    await page.bringToFront()
    await hand.press(page.getByRole('button', { name: say('curbside.change-car') }))
    await hand.type(car.colour, 'red')
    await audit(page, 'another car at the curb', 'main')
    expect(await horizontalScroll(page)).toBe(0)
    await hand.press(page.getByRole('button', { name: say('curbside.correct') }))
    await expect(page.getByRole('button', { name: say('curbside.change-car') })).toBeVisible()
    await rail.reload()
    await expect(slip).toContainText('Honda Civic, redHere since')

    await slip.getByRole('button', { name: /^Start/ }).click()
    await slip.getByRole('button', { name: /^Ready/ }).click()
    await comesTo(page, say.part('order.short-ready'))
    await expect(page.getByText(say('curbside.ready-arrived'))).toBeVisible()
    await slip.getByRole('button', { name: /^Hand over/ }).click()
    await comesTo(page, say.part('order.short-completed'))
    await expect(known).toHaveCount(0)
  },
)

test.describe('in French', () => {
  test.use({ site: frCa })

  test('the mail’s link reports the arrival', { tag: ['@phone', '@long'] }, async ({
    page,
    context,
    guest,
    counter,
    site,
    say,
  }) => {
    const token = await counter.order(site.location, lunch, guest, civic)
    const rail = await kitchen(context)
    for (const act of [/^Accept/, /^Start/, /^Ready/])
      await rail.getByRole('article').getByRole('button', { name: act }).click()
    await expect.poll(() => mails(context, guest.email)).toContainEqual(expect.stringContaining('auto'))
    await page.goto(`${site.prefix}/orders/${token}#here`)
    await expect(page.getByRole('heading', { name: 'Vous y êtes?' })).toBeFocused()
    await audit(page, 'une commande à l’auto', 'main')
    expect(await horizontalScroll(page)).toBe(0)
    await page.getByRole('button', { name: say('curbside.here') }).press('Enter')
    await expect(page.getByRole('heading', { name: say('curbside.there-heading') })).toBeFocused()
  })
})
