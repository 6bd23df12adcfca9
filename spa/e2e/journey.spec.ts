import type { Locator } from '@playwright/test'
import { englishTexts } from './audit'
import { journey } from './defineJourney'
import { cards, expectPlaced, fillDetails, placeButton, submitOrder, typeBilling, typeCard } from './flow'
import { expect } from './test'
import { KeyboardUser } from './user'

/** Returns the last amount in a label, in minor units. */
function minorUnits(text: string): number {
  const amounts = text.match(/\d[\d\s\u00a0\u202f,.]*[.,]\d\d/g) ?? []
  return Number((amounts.at(-1) ?? '').replaceAll(/\D/g, ''))
}

/** Expects the rows of a ticket to add up to its total. */
async function expectToAddUp(ticket: Locator) {
  const sums = await ticket.locator('dd').allInnerTexts()
  const total = sums.pop()!
  expect(sums.reduce((sum, amount) => sum + minorUnits(amount), 0)).toBe(minorUnits(total))
}

journey('a guest orders a pickup', async ({ page, user, text, menuName, site, guest, isMobile }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const visibleButton = (name: RegExp) => page.getByRole('button', { name }).filter({ visible: true }).last()
  const expectNoEnglish = async () => {
    if (site.locale === 'fr-ca') expect(await englishTexts(page)).toEqual([])
  }
  await page.goto(site.prefix || '/')
  await expect(page.locator('html')).toHaveAttribute('lang', /^(en-US|en-CA|fr-CA)$/)
  await expectNoEnglish()
  await user.type(page.getByRole('main').getByRole('search').getByRole('combobox'), site.city)
  // On a phone, suggestions that arrive late cover the button.
  if (isMobile) await page.keyboard.press('Enter')
  else await user.press(page.getByRole('button', { name: text('home.find') }))
  await user.press(
    page.getByRole('link', { name: text('start.order-here-at', { store: site.locationName }) }),
  )
  await expect(heading).toHaveText(text('menu.heading'))
  await expectNoEnglish()
  await user.press(page.getByRole('link', { name: menuName('the-big-deal'), exact: true }))
  await expect(heading).toBeFocused()

  await user.choose(page.getByRole('radio', { name: menuName('bun-brioche') }))
  const without = page.getByRole('group', { name: menuName('the-big-deal-comes-with') })
  await user.choose(without.getByRole('checkbox', { name: menuName('the-big-deal-onion') }))
  const more = page.getByRole('group', { name: menuName('pile-it-on') })
  await user.choose(more.getByRole('checkbox', { name: menuName('add-bacon') }))
  const quantity = page.getByRole('group', { name: text('app.quantity') })
  await user.press(quantity.getByRole('button', { name: text('app.more') }))
  await expectNoEnglish()
  const total = { en: '$19.90', 'en-ca': '$25.70', 'fr-ca': '25,70 $' }[site.locale]!
  await user.press(page.getByRole('button', { name: text('item.add', { quantity: 2, total }) }))
  await expect(page).toHaveURL(new RegExp(`/quote/everyday/${site.slug}`))
  await user.press(page.getByRole('button', { name: text('menu.add', { item: menuName('onion-rings') }) }))
  const toOrder = page.getByRole('link', { name: text.part('menu.view-order') }).filter({ visible: true })
  // The bottom bar of phones shows count and total.
  await expect(
    page.getByRole('banner').getByRole('link', { name: text.part('app.cart-count', { count: 3 }) }),
  ).toHaveCount(1)
  if (isMobile) await expect(toOrder).toHaveAccessibleName(text.part('menu.items', { count: 3 }))
  await user.press(toOrder)

  await expect(heading).toHaveText(text('cart.heading'))
  await expect(heading).toBeFocused()
  const burger = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: menuName('the-big-deal') }) })
  await expect(burger).toContainText(
    text.part('app.left-off', { modifier: menuName('the-big-deal-onion').toLowerCase() }),
  )
  await expectNoEnglish()
  await user.press(visibleButton(text.part('cart.next-review')))

  await expect(heading).toHaveText(text('summary.heading'))
  await expect(heading).toBeFocused()
  await user.press(page.getByRole('button', { name: text.part('summary.asap') }))
  await expect(page.getByRole('timer')).toContainText(
    text.part('summary.held-for', { left: /(10:00|9:\d\d)/ }),
  )
  await expect(page.getByRole('button', { name: text('summary.change-time') })).toBeFocused()
  await user.type(page.getByRole('textbox', { name: text('summary.note-label') }), '41')
  const cutlery = page.getByRole('checkbox', { name: text.part('summary.cutlery-add') })
  await user.choose(cutlery)
  await expect(cutlery).toBeChecked()
  const tip = page.getByRole('group', { name: text('summary.tip') })
  await expect(tip.getByRole('radio', { checked: true })).toHaveCount(0)
  await user.choose(tip.getByRole('radio').first())
  await expect(tip.getByRole('radio').first()).toBeChecked()
  await expectNoEnglish()
  await user.press(visibleButton(text.part('summary.to-checkout')))

  await user.press(page.getByRole('button', { name: text('checkout.to-payment') }))
  await expect(page.getByRole('button', { name: text('problem.first-name-required') })).toBeVisible()
  await expectNoEnglish()
  await fillDetails(page, guest, user)
  await expect(heading).toHaveText(text('payment.heading'))
  const ticket = page.getByRole('complementary', { name: text('checkout.your-order') })
  if (isMobile) await user.press(ticket.getByRole('button', { expanded: false }))
  await expectToAddUp(ticket)
  await typeCard(page, cards.good, user)
  await typeBilling(page, site.billing, user)
  await expectNoEnglish()
  const payableTotal = minorUnits(await placeButton(page).innerText())
  await (user instanceof KeyboardUser ? user.press(placeButton(page)) : submitOrder(page))

  await expectPlaced(page)
  await expect(page).toHaveURL(new RegExp(`${site.prefix}/orders/`))
  await expect(heading).toContainText(guest.firstName)
  await expect(heading).toBeFocused()
  const receipt = page.getByRole('complementary', { name: text('order.your-order') })
  await expect(receipt).toContainText(menuName('add-bacon'))
  for (const tax of { en: [], 'en-ca': ['HST'], 'fr-ca': ['TPS', 'TVQ'] }[site.locale]!)
    await expect(receipt).toContainText(tax)
  await expectToAddUp(receipt)
  expect(minorUnits(await receipt.locator('dd').last().innerText())).toBe(payableTotal)
  await expect(page.getByRole('link', { name: text('app.cart-count', { count: 0 }) })).toHaveCount(1)
  await expectNoEnglish()
})
