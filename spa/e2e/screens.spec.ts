import type { Page } from '@playwright/test'
import { audit, layoutShift, sideways, smallTargets } from './audit'
import { Counter, carry } from './counter'
import { giveDetails } from './flow'
import { type Site, sites } from './sites'
import type { Stack } from './stack'
import { expect, type Guest, test } from './test'

interface Visit {
  page: Page
  stack: Stack
  guest: Guest
  /** The market's site: US in English, or Canada in French. */
  site: Site
}

const ready = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()

async function open({ page, site }: Visit, path: string) {
  await page.goto(site.prefix + path)
  await ready(page)
  await expect(page.getByText(/^(Loading|Chargement)…$/)).toHaveCount(0)
}

/** A basket in the bag, as it would be after the menu. */
async function bag({ page, stack, site }: Visit) {
  const basket = await new Counter(stack.url, site.locale).basket(site.location, {
    'the-big-deal': 2,
    'pit-fries': 1,
  })
  await carry(page.context(), stack.url, basket)
  return basket
}

/** Every screen, and how a guest comes to it. */
const screens: Record<string, (visit: Visit) => Promise<void>> = {
  home: (v) => open(v, v.site.prefix ? '' : '/'),
  'start order': (v) => open(v, '/quote/everyday'),
  'grills near a place': (v) => open(v, `/quote/everyday?near=${encodeURIComponent(v.site.city)}`),
  menu: (v) => open(v, `/quote/everyday/${v.site.store}?type=carryout`),
  dish: (v) => open(v, `/quote/everyday/${v.site.store}/burgers/the-big-deal`),
  'combo, with groups in groups': (v) => open(v, `/quote/everyday/${v.site.store}/combos/big-deal-combo`),
  'a dish that is sold out': (v) =>
    open(
      { ...v, site: { ...v.site, store: v.site.prefix ? 'saint-roch-quebec' : 'brookside-tulsa' } },
      `/quote/everyday/${v.site.prefix ? 'saint-roch-quebec' : 'brookside-tulsa'}/from-the-pit/brisket-plate`,
    ),
  'grill without online orders': (v) => open(v, '/quote/everyday/crossroads-kansas-city'),
  'empty cart': (v) => open(v, '/cart'),
  cart: async (v) => {
    await bag(v)
    await open(v, '/cart')
  },
  summary: async (v) => {
    await bag(v)
    await open(v, '/cart/summary')
  },
  'menu with a cart': async (v) => {
    await bag(v)
    await open(v, `/quote/everyday/${v.site.store}?type=carryout`)
  },
  checkout: async (v) => {
    await bag(v)
    await open(v, '/checkout')
  },
  payment: async (v) => {
    await bag(v)
    await open(v, '/checkout')
    await giveDetails(v.page, v.guest)
  },
  order: async (v) => {
    const token = await new Counter(v.stack.url, v.site.locale).order(
      v.site.location,
      { 'the-big-deal': 2, 'pit-fries': 1 },
      v.guest,
    )
    await open(v, `/orders/${token}`)
  },
}

// Fades are no page: with less motion everything stands where it ends.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const site of sites) {
  for (const [name, visit] of Object.entries(screens)) {
    test(`${name}, ${site.name}`, async ({ page, stack, guest }) => {
      await visit({ page, stack, guest, site })
      expect.soft(await layoutShift(page), 'layout shift').toBeLessThan(0.02)
      await audit(page)
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await sideways(page), 'px that the page scrolls sideways at 320').toBe(0)
    })

    // The same document in another shape: what depends on that is looked at again.
    test(`${name}, ${site.name}, on a phone`, { tag: '@phone' }, async ({ page, stack, guest }) => {
      await visit({ page, stack, guest, site })
      expect.soft(await layoutShift(page), 'layout shift').toBeLessThan(0.02)
      expect.soft(await sideways(page), 'px that the page scrolls sideways').toBe(0)
      expect.soft(await smallTargets(page), 'targets below 24 px').toEqual([])
    })
  }
}
