import type { Locator } from '@playwright/test'
import { english } from './audit'
import { cards, expectPlaced, giveDetails, place, placeButton, typeBilling, typeCard } from './flow'
import { Keyboard } from './input'
import { expect } from './test'
import { way } from './ways'

/** Returns the last amount in a label, in minor units. */
function minor(text: string): number {
  const amounts = text.match(/\d[\d\s\u00a0\u202f,.]*[.,]\d\d/g) ?? []
  return Number((amounts.at(-1) ?? '').replaceAll(/\D/g, ''))
}

/** Expects the rows of a ticket to add up to its total. */
async function expectToAddUp(ticket: Locator) {
  const sums = await ticket.locator('dd').allInnerTexts()
  const total = sums.pop()!
  expect(sums.reduce((sum, amount) => sum + minor(amount), 0)).toBe(minor(total))
}

way('a guest orders a pickup', async ({ page, hand, say, call, site, guest, isMobile }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const shown = (name: RegExp) => page.getByRole('button', { name }).filter({ visible: true }).last()
  const noEnglish = async () => {
    if (site.locale === 'fr-ca') expect(await english(page)).toEqual([])
  }
  await page.goto(site.prefix || '/')
  await expect(page.locator('html')).toHaveAttribute('lang', /^(en-US|en-CA|fr-CA)$/)
  await noEnglish()
  await hand.type(page.getByRole('main').getByRole('search').getByRole('combobox'), site.city)
  await hand.press(page.getByRole('button', { name: say('home.find') }))
  await hand.press(page.getByRole('link', { name: say('start.order-here-at', { store: site.called }) }))
  await expect(heading).toHaveText(say('menu.heading'))
  await noEnglish()
  await hand.press(page.getByRole('link', { name: call('the-big-deal'), exact: true }))
  await expect(heading).toBeFocused()

  await hand.choose(page.getByRole('radio', { name: call('bun-brioche') }))
  const without = page.getByRole('group', { name: call('the-big-deal-comes-with') })
  await hand.choose(without.getByRole('checkbox', { name: call('the-big-deal-onion') }))
  const more = page.getByRole('group', { name: call('pile-it-on') })
  await hand.choose(more.getByRole('checkbox', { name: call('add-bacon') }))
  const quantity = page.getByRole('group', { name: say('app.quantity') })
  await hand.press(quantity.getByRole('button', { name: say('app.more') }))
  await noEnglish()
  const total = { en: '$19.90', 'en-ca': '$25.70', 'fr-ca': '25,70 $' }[site.locale]!
  await hand.press(page.getByRole('button', { name: say('item.add', { quantity: 2, total }) }))
  await expect(page).toHaveURL(new RegExp(`/quote/everyday/${site.store}`))
  await hand.press(page.getByRole('button', { name: say('menu.add', { item: call('onion-rings') }) }))
  const toOrder = page.getByRole('link', { name: say.part('menu.view-order') }).filter({ visible: true })
  // The bottom bar of phones shows count and total.
  await expect(
    page.getByRole('banner').getByRole('link', { name: say.part('app.cart-count', { count: 3 }) }),
  ).toHaveCount(1)
  if (isMobile) await expect(toOrder).toHaveAccessibleName(say.part('menu.items', { count: 3 }))
  await hand.press(toOrder)

  await expect(heading).toHaveText(say('cart.heading'))
  await expect(heading).toBeFocused()
  const burger = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: call('the-big-deal') }) })
  await expect(burger).toContainText(
    say.part('app.left-off', { modifier: call('the-big-deal-onion').toLowerCase() }),
  )
  await noEnglish()
  await hand.press(shown(say.part('cart.next-review')))

  await expect(heading).toHaveText(say('summary.heading'))
  await expect(heading).toBeFocused()
  await hand.press(page.getByRole('button', { name: say.part('summary.asap') }))
  await expect(page.getByRole('timer')).toContainText(
    say.part('summary.held-for', { left: /(10:00|9:\d\d)/ }),
  )
  await expect(page.getByRole('button', { name: say('summary.change-time') })).toBeFocused()
  await hand.type(page.getByRole('textbox', { name: say('summary.note-label') }), '41')
  const cutlery = page.getByRole('checkbox', { name: say.part('summary.cutlery-add') })
  await hand.choose(cutlery)
  await expect(cutlery).toBeChecked()
  const tip = page.getByRole('group', { name: say('summary.tip') })
  await expect(tip.getByRole('radio', { checked: true })).toHaveCount(0)
  await hand.choose(tip.getByRole('radio').first())
  await expect(tip.getByRole('radio').first()).toBeChecked()
  await noEnglish()
  await hand.press(shown(say.part('summary.to-checkout')))

  await hand.press(page.getByRole('button', { name: say('checkout.to-payment') }))
  await expect(page.getByRole('button', { name: say('problem.first-name-required') })).toBeVisible()
  await noEnglish()
  await giveDetails(page, guest, hand)
  await expect(heading).toHaveText(say('payment.heading'))
  const ticket = page.getByRole('complementary', { name: say('checkout.your-order') })
  if (isMobile) await hand.press(ticket.getByRole('button', { expanded: false }))
  await expectToAddUp(ticket)
  await typeCard(page, cards.good, hand)
  await typeBilling(page, site.billing, hand)
  await noEnglish()
  const agreed = minor(await placeButton(page).innerText())
  await (hand instanceof Keyboard ? hand.press(placeButton(page)) : place(page))

  await expectPlaced(page)
  await expect(page).toHaveURL(new RegExp(`${site.prefix}/orders/`))
  await expect(heading).toContainText(guest.firstName)
  await expect(heading).toBeFocused()
  const receipt = page.getByRole('complementary', { name: say('order.your-order') })
  await expect(receipt).toContainText(call('add-bacon'))
  for (const tax of { en: [], 'en-ca': ['HST'], 'fr-ca': ['TPS', 'TVQ'] }[site.locale]!)
    await expect(receipt).toContainText(tax)
  await expectToAddUp(receipt)
  expect(minor(await receipt.locator('dd').last().innerText())).toBe(agreed)
  await expect(page.getByRole('link', { name: say('app.cart-count', { count: 0 }) })).toHaveCount(1)
  await noEnglish()
})
