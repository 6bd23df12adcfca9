import type { Page } from '@playwright/test'
import { audit, layoutShift, sideways, smallTargets } from './audit'
import { Counter, carry } from './counter'
import { giveDetails } from './flow'
import { en, type Site, sites } from './sites'
import { expect, test } from './test'

// Fades are no page: with less motion everything stands where it ends.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(120_000)

const wide = { width: 1280, height: 860 }
const phone = { width: 360, height: 740 }

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText(/^(Loading|Chargement)…$/)).toHaveCount(0)
}

/** Looks at the screen that the page shows: all of it when wide, its own shape on a phone, and that it still flows at 320 px. */
async function look(page: Page, name: string, within?: string) {
  await test.step(name, async () => {
    await settled(page)
    expect.soft(await layoutShift(page), `layout shift, ${name}`).toBeLessThan(0.02)
    await audit(page, name, within)
    await page.setViewportSize(phone)
    await page.reload()
    await settled(page)
    expect.soft(await layoutShift(page), `layout shift, ${name} on a phone`).toBeLessThan(0.02)
    expect.soft(await smallTargets(page), `targets below 24 px, ${name} on a phone`).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await sideways(page), `px that ${name} scrolls sideways at 320`).toBe(0)
    await page.setViewportSize(wide)
  })
}

/** What a guest sees who has ordered nothing yet. */
function before({ prefix, store, city, town, soldOutAt }: Site): Record<string, string> {
  const menu = `${prefix}/quote/everyday/${store}`
  return {
    home: prefix || '/',
    'start order': `${prefix}/quote/everyday`,
    'grills near a place': `${prefix}/quote/everyday?near=${encodeURIComponent(city)}`,
    menu: `${menu}?type=carryout`,
    dish: `${menu}/burgers/the-big-deal`,
    'combo, with groups in groups': `${menu}/combos/big-deal-combo`,
    'a dish that is sold out': `${prefix}/quote/everyday/${soldOutAt}/from-the-pit/brisket-plate`,
    'a grill without online orders': `${prefix}/quote/everyday/crossroads-kansas-city`,
    'the country': `${prefix}/locations`,
    'a state': `${prefix}/locations/${town.split('/')[0]}`,
    'a town': `${prefix}/locations/${town}`,
    'a restaurant': `${prefix}/locations/${town}/${store}`,
    'an empty cart': `${prefix}/cart`,
    'a checkout of nothing': `${prefix}/checkout`,
  }
}

/** What the brand tells of itself. */
const told = [
  '/menu',
  '/company/our-story',
  '/company/nutritional',
  '/promos/current-deals',
  '/press/blog',
  '/press/blog/why-oak',
  '/legal/privacy-policy',
  '/sitemap',
]

const burger = { 'the-big-deal': 2, 'pit-fries': 1 }

for (const visited of sites)
  test.describe(visited.name, { tag: visited === en ? '@audit' : ['@long', '@audit'] }, () => {
    test.use({ site: visited })

    test('every screen before an order', async ({ page, site }) => {
      for (const [name, path] of Object.entries(before(site))) {
        await page.goto(path)
        await look(page, name)
      }
    })

    test('what the brand tells', { tag: '@long' }, async ({ page, site }) => {
      for (const path of told) {
        await page.goto(site.prefix + path)
        await look(page, path)
      }
    })

    test('every screen of an order', async ({ page, context, stack, guest, site }) => {
      const counter = new Counter(stack.url, site.locale)
      await carry(context, stack.url, await counter.basket(site.location, burger))
      await page.goto(`${site.prefix}/quote/everyday/${site.store}?type=carryout`)
      await look(page, 'the menu with a cart', 'aside')
      for (const path of ['/cart', '/cart/summary', '/checkout']) {
        await page.goto(site.prefix + path)
        await look(page, path)
      }
      await giveDetails(page, guest)
      await look(page, 'payment')
      await page.goto(`${site.prefix}/orders/${await counter.order(site.location, burger, guest)}`)
      await look(page, 'the order')
    })
  })
