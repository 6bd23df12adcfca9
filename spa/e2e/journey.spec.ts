import type { Locator, Page } from '@playwright/test'
import { english } from './audit'
import { cards, expectPlaced, giveDetails, place, placeButton, typeBilling, typeCard } from './flow'
import { expect, type Guest, test } from './test'

/** The amount in minor units of what a label says, the last one in it. */
function minor(text: string): number {
  const amounts = text.match(/\d[\d\s\u00a0\u202f,.]*[.,]\d\d/g) ?? []
  return Number((amounts.at(-1) ?? '').replaceAll(/\D/g, ''))
}

/** What stands above the total of a ticket adds up to it. */
async function expectToAddUp(ticket: Locator) {
  const sums = await ticket.locator('dd').allInnerTexts()
  const total = sums.pop()!
  expect(sums.reduce((sum, amount) => sum + minor(amount), 0)).toBe(minor(total))
}

for (const [where, tag] of [
  ['', ''],
  [', on a phone', ' @phone'],
])
  test(`a guest orders a pickup in the US${where}${tag}`, async ({ page, guest, isMobile }) => {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'City, state or ZIP' }).fill('Tulsa, OK')
    await page.getByRole('button', { name: 'Find my grill' }).click()
    await page.getByRole('link', { name: 'Order here: Brookside', exact: true }).click()
    await page.getByRole('link', { name: 'The Big Deal', exact: true }).click()

    await page
      .getByRole('group', { name: 'It comes with' })
      .getByRole('checkbox', { name: 'Red onion' })
      .uncheck()
    await page
      .getByRole('group', { name: 'Pile it on' })
      .getByRole('checkbox', { name: 'Smoked bacon' })
      .check()
    await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: 'Add 2 – $18.40' }).click()
    await expect(page).toHaveURL(/\/quote\/everyday\/brookside-tulsa/)
    await page.getByRole('button', { name: 'Add Onion Rings' }).click()
    if (isMobile) {
      // The bar at the foot of the phone has the count and the total.
      await expect(page.getByRole('link', { name: /^3 items View order \$24\.\d\d$/ })).toBeVisible()
    }
    await page
      .getByRole('link', { name: /View order/ })
      .filter({ visible: true })
      .click()

    await expect(page.getByRole('heading', { level: 1, name: 'That’s the order.' })).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: 'The Big Deal' })).toContainText('No Red onion')
    await page.getByRole('button', { name: 'Choose a time' }).filter({ visible: true }).last().click()

    await expect(page.getByRole('heading', { level: 1, name: 'When do you want it?' })).toBeFocused()
    await page.getByRole('button', { name: /^As soon as possible/ }).click()
    await expect(page.getByRole('timer')).toContainText(/Held for you: (10:00|9:\d\d)/)
    await page.getByRole('textbox', { name: 'Special instructions' }).fill('Ring the bell')
    await page.getByRole('checkbox', { name: /Add a cutlery kit/ }).click()
    await expect(page.getByRole('checkbox', { name: /Add a cutlery kit/ })).toBeChecked()
    await expect(
      page.getByRole('group', { name: 'A tip for the crew?' }).getByRole('radio', { checked: true }),
    ).toHaveCount(0)
    await page.getByRole('radio', { name: /^15%/ }).click()
    await expect(page.getByRole('radio', { name: /^15%/ })).toBeChecked()
    await page
      .getByRole('button', { name: /^Go to checkout/ })
      .filter({ visible: true })
      .click()

    await giveDetails(page, guest)
    await expect(page.getByRole('heading', { level: 1, name: 'Square up.' })).toBeVisible()
    await typeBilling(page)
    await typeCard(page, cards.good)
    const agreed = minor(await placeButton(page).innerText())
    await place(page)

    await expectPlaced(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(guest.firstName)
    const receipt = page.getByRole('complementary', { name: 'Your order' })
    await expect(receipt).toContainText('Smoked bacon')
    await expectToAddUp(receipt)
    expect(minor(await receipt.locator('dd').last().innerText())).toBe(agreed)
    await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toHaveCount(1)
    await page.goto('/sandbox/kitchen')
  })

test('une commande pour emporter, en français', async ({ page, guest }) => {
  const inFrench = async () => expect(await english(page)).toEqual([])
  await page.goto('/ca/fr-ca')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await inFrench()
  await page.getByRole('textbox', { name: 'Ville ou code postal' }).fill('Montréal')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Commander ici ?: Plateau-Mont-Royal/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'On vous sert quoi?' })).toBeVisible()
  await inFrench()
  await page.getByRole('link', { name: 'Le Big Deal', exact: true }).click()
  await page
    .getByRole('group', { name: 'On en rajoute' })
    .getByRole('checkbox', { name: 'Bacon fumé' })
    .check()
  await inFrench()
  await page.getByRole('button', { name: /^Ajouter 1 – 11,85\s\$$/ }).click()
  await page
    .getByRole('link', { name: /Voir la commande/ })
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await inFrench()
  await page.getByRole('button', { name: 'Choisir l’heure' }).filter({ visible: true }).last().click()
  await page.getByRole('button', { name: /^Le plus tôt possible/ }).click()
  await expect(page.getByRole('timer')).toContainText('Réservé pour vous')
  await page.getByRole('radio', { name: /^15\s%/ }).click()
  await expect(page.getByRole('radio', { name: /^15\s%/ })).toBeChecked()
  await inFrench()
  await page
    .getByRole('button', { name: /^Passer à la caisse/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('button', { name: 'Passer au paiement' }).click()
  await expect(page.getByText('Le prénom est obligatoire').first()).toBeVisible()
  await inFrench()
  await giveDetails(page, { ...guest, phone: '514 555-0120' })
  await typeBilling(page, { city: 'Montréal', state: 'QC', zip: 'H2W 1Z4' })
  await typeCard(page, cards.good)
  await inFrench()
  await place(page)
  await expectPlaced(page)
  await expect(page).toHaveURL(/\/ca\/fr-ca\/orders\//)
  const receipt = page.getByRole('complementary', { name: 'Votre commande' })
  await expect(receipt).toContainText('TPS')
  await expect(receipt).toContainText('TVQ')
  await expectToAddUp(receipt)
  await inFrench()
})

test('by the keyboard alone', async ({ page, guest }) => {
  await page.goto('/quote/everyday?type=carryout')
  const k = new Keyboard(page)
  await k.to(page.getByRole('textbox', { name: 'City, state or ZIP' }))
  await k.type('Tulsa, OK', 'Enter')
  await k.press(page.getByRole('link', { name: 'Order here: Brookside', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'What’ll it be?' })).toBeFocused()
  await k.press(page.getByRole('link', { name: 'The Original ’41', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'The Original ’41' })).toBeFocused()
  await k.to(page.getByRole('group', { name: 'Bun' }).getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Brioche/ })).toBeChecked()
  await k.press(page.getByRole('button', { name: /^Add 1 – \$7\.70/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'What’ll it be?' })).toBeFocused()
  await k.to(page.getByRole('link', { name: 'Cart, 1 item' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await k.press(page.getByRole('button', { name: 'Remove The Original ’41' }))
  await expect(page.getByRole('button', { name: 'Undo: keep The Original ’41' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove The Original ’41' })).toBeFocused()
  await k.press(page.getByRole('button', { name: 'Choose a time' }).filter({ visible: true }).last())
  await k.press(page.getByRole('button', { name: /^As soon as possible/ }))
  await expect(page.getByRole('button', { name: 'Change the time' })).toBeFocused()
  await k.to(page.getByRole('group', { name: 'A tip for the crew?' }).getByRole('radio').first())
  await page.keyboard.press('Space')
  await k.press(page.getByRole('button', { name: /^Go to checkout/ }).filter({ visible: true }))
  await typeDetails(k, page, guest)
  await k.press(page.getByRole('button', { name: 'On to payment' }))
  const card = page.getByTitle('Card number, expiry date and security code').contentFrame()
  await k.to(card.getByRole('textbox', { name: 'Card number' }))
  await k.type('4242424242424242', 'Tab', '1231', 'Tab', '123')
  await k.to(page.getByRole('textbox', { name: 'Name on card' }))
  await k.type('Dolores Whitaker')
  await k.to(page.getByRole('textbox', { name: 'Billing address' }))
  await k.type('1 Main St', 'Tab', 'Tulsa', 'Tab', 'OK', 'Tab', '74105')
  await k.press(placeButton(page))
  await expectPlaced(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

async function typeDetails(k: Keyboard, page: Page, guest: Guest) {
  await k.to(page.getByRole('textbox', { name: 'First name' }))
  await k.type(guest.firstName, 'Tab', guest.lastName, 'Tab', guest.email, 'Tab', guest.phone)
}

/** A guest without a mouse: Tab until it is there. */
class Keyboard {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Goes on with Tab until the focus is on it; it must be visible there. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 250; tabs++) {
      if (await target.evaluate((element) => element.matches(':focus'))) {
        await expect(target).toBeInViewport()
        return
      }
      await this.page.keyboard.press(key)
    }
    throw new Error(`250 tabs did not lead to ${target}`)
  }

  async press(target: Locator) {
    await this.to(target)
    await this.page.keyboard.press('Enter')
  }

  /** Texts are typed; the names of keys are pressed. */
  async type(...what: string[]) {
    for (const text of what) {
      if (text === 'Tab' || text === 'Enter') await this.page.keyboard.press(text)
      else await this.page.keyboard.insertText(text)
    }
  }
}
