import type { Page } from '@playwright/test'
import { audit, largeTextFaults, layoutShifts } from './audit'
import { openMenu } from './flow'
import { en, frCa } from './sites'
import { expect, test } from './test'

// The server's clock starts on Friday, 20 November 2026, at noon in Tulsa and one o'clock in Montréal.
test.use({ own: {} })

const promotions = [
  {
    id: 'lunch',
    kind: 4,
    name: { en: 'Lunch for less', 'fr-ca': 'Le midi à rabais' },
    text: {
      en: 'The burger of the house, a fifth off.',
      'fr-ca': 'Le burger de la maison, un cinquième de moins.',
    },
    items: ['the-big-deal'],
    percent: 20,
    hours: { open: '11:00', close: '14:00' },
  },
  {
    id: 'kids',
    kind: 9,
    name: { en: 'Children eat free', 'fr-ca': 'Gratuit pour les enfants' },
    text: { en: 'A box with each burger.', 'fr-ca': 'Une boîte avec chaque burger.' },
    terms: { en: 'The cheapest box counts.', 'fr-ca': 'La boîte la moins chère compte.' },
    items: ['kids-burger-box'],
    buy: { sections: ['burgers'], quantity: 1 },
    weekdays: [0],
  },
]

const layer = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('a deal is on its page and in the menu’s prices until it ends', { tag: '@both' }, async ({
  page,
  stack,
  menuName,
}) => {
  await stack.import('promotions', { promotions })
  await stack.passTime('3s')
  await page.clock.install()

  await page.goto('/promos/current-deals')
  const lunch = layer(page, 'Lunch for less')
  await expect(lunch).toContainText('On now')
  await expect(lunch).toContainText(/Every day\s*11:00\sAM\s*–\s*2:00\sPM/)
  await expect(layer(page, 'Children eat free')).toContainText('Starts Sunday')
  expect(await layoutShifts(page)).toEqual([])
  await audit(page, 'the deals')
  expect(await largeTextFaults(page)).toEqual([])

  await openMenu(page, en.slug)
  const burger = layer(page, menuName('the-big-deal'))
  await expect(burger).toContainText(/\$\d+\.\d\d instead of \$\d+\.\d\d/)
  await expect(burger).toContainText('Lunch for less')
  const [price] = (await burger.getByText(/instead of/).textContent())!.split(' ')
  await burger
    .getByRole('link', { name: menuName('the-big-deal') })
    .first()
    .click()
  await expect(page.getByText(/instead of/)).toContainText(price ?? '')
  await expect(page.getByRole('button', { name: `Add 1 – ${price}` })).toBeVisible()
  await audit(page, 'a dish with a deal')

  await page.goto('/promos/current-deals')
  await expect(lunch).toContainText('On now')
  await stack.passTime('6h') // four o'clock in California
  await page.clock.fastForward('06:00:00')
  await expect(lunch).toContainText('Starts tomorrow')
  await openMenu(page, en.slug)
  await expect(burger).toBeVisible()
  await expect(page.getByText(/instead of/)).toHaveCount(0)
})

test('deals and prices are in French', { tag: '@both' }, async ({ page, stack }) => {
  await stack.import('promotions', { promotions })
  await stack.passTime('3s')
  await page.goto(`${frCa.prefix}/promos/current-deals`)
  await expect(layer(page, 'Le midi à rabais')).toContainText('En ce moment')
  await expect(layer(page, 'Gratuit pour les enfants')).toContainText('Dès dimanche')
  await audit(page, 'the deals in French')
  await openMenu(page, frCa.slug, frCa.prefix)
  await expect(page.getByText(/\d\s\$ au lieu de \d+,\d\d\s\$/)).toHaveCount(1)
})
