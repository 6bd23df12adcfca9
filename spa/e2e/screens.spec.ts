import type { Page } from '@playwright/test'
import { ApiClient, setBasketCookie } from './apiClient'
import { audit, delayResponses, horizontalScroll, largeTextFaults, layoutShifts, smallTargets } from './audit'
import { openAs, signUp } from './customer'
import { cardFrame, fillDetails } from './flow'
import { en, frCa, type Site } from './sites'
import { expect, test } from './test'

// Reduced motion: audit the final state, not an animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(600_000)
test.beforeEach(({ page }) => delayResponses(page))

const long = Boolean(process.env.TEST_LONG)
const wide = { width: 1280, height: 860 }
const phone = { width: 360, height: 740 }

async function waitUntilLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[data-loading]')).toHaveCount(0)
}

/**
 * Audits the current screen at one width in English and at the other in French. In both it checks layout shift, target sizes, reflow at
 * 320 px, and large text.
 */
async function auditScreen(page: Page, site: Site, name: string, within?: string) {
  await test.step(name, async () => {
    const sizes = site === en ? [wide, phone] : [phone, wide]
    for (const [nth, size] of sizes.entries()) {
      const where = `${name} at ${size.width}`
      if (page.viewportSize()!.width !== size.width) {
        await page.setViewportSize(size)
        await page.reload()
      }
      await waitUntilLoaded(page)
      expect.soft(await layoutShifts(page), where).toEqual([])
      if (nth === 0) await audit(page, where, within)
      else expect.soft(await smallTargets(page), `targets below 24 px, ${where}`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await horizontalScroll(page), `px that ${name} scrolls sideways at 320`).toBe(0)
    expect.soft(await largeTextFaults(page), `${name} with large text`).toEqual([])
    await page.setViewportSize(sizes[0]!)
  })
}

/** Returns the screens before an order, with their paths. */
function screensBeforeOrder({
  prefix,
  slug,
  city,
  cityPath,
  slugWithoutBrisket,
}: Site): Record<string, string> {
  const menu = `${prefix}/quote/everyday/${slug}`
  const quickScreens = {
    home: prefix || '/',
    'grills near a place': `${prefix}/quote/everyday?near=${encodeURIComponent(city)}`,
    menu: `${menu}?type=carryout`,
    'combo, with groups in groups': `${menu}/combos/big-deal-combo`,
    'a restaurant': `${prefix}/locations/${cityPath}/${slug}`,
  }
  if (!long) return quickScreens
  return {
    ...quickScreens,
    'start order': `${prefix}/quote/everyday`,
    dish: `${menu}/burgers/the-big-deal`,
    'a dish that is sold out': `${prefix}/quote/everyday/${slugWithoutBrisket}/from-the-pit/brisket-plate`,
    // All locations of Canada take online orders, and its site redirects to the US for this one.
    ...(prefix === en.prefix && {
      'a grill without online orders': '/quote/everyday/crossroads-kansas-city',
    }),
    'the country': `${prefix}/locations`,
    'a state': `${prefix}/locations/${cityPath.split('/')[0]}`,
    'a town': `${prefix}/locations/${cityPath}`,
    'the nutrition table': `${prefix}/company/nutritional`,
    'an empty cart': `${prefix}/cart`,
    'the checkout of an empty cart': `${prefix}/checkout`,
    'the sign-in': `${prefix}/login`,
    'the sign-up': `${prefix}/signup`,
    'the forgotten password': `${prefix}/forgot-password`,
  }
}

const burger = { 'the-big-deal': 2, 'pit-fries': 1 }

for (const visited of [en, frCa])
  test.describe(visited.name, { tag: visited === en ? '@audit' : ['@long', '@audit'] }, () => {
    test.use({ site: visited, viewport: visited === en ? wide : phone })

    test('every screen before an order', async ({ page, site }) => {
      for (const [name, path] of Object.entries(screensBeforeOrder(site))) {
        await page.goto(path)
        await auditScreen(page, site, name)
      }
    })

    test('the points and rewards of a customer', async ({ page, context, guest, site, text }) => {
      await page.goto(`${site.prefix}/promos/loyalty`)
      await auditScreen(page, site, 'the rules of the loyalty programme')
      await page.goto(`${site.prefix}/user-profile/loyalty`)
      await auditScreen(page, site, 'the rewards of a guest')
      const session = await signUp(page, context, guest, 'Ketchup 57 Mustard', /^\d{6} /)
      await openAs(page, session, `${site.prefix}/user-profile/loyalty`)
      await expect(page.getByRole('region', { name: text('rewards.shelf') })).toBeVisible()
      await auditScreen(page, site, 'the rewards of a new customer')
    })

    test('every screen of an order', async ({ page, context, stack, guest, site }) => {
      const api = new ApiClient(stack.url, site.locale)
      await setBasketCookie(context, stack.url, await api.createBasket(site.location, burger))
      await page.goto(`${site.prefix}/quote/everyday/${site.slug}?type=carryout`)
      await auditScreen(page, site, 'the menu with a cart', site === en ? 'aside' : undefined)
      for (const path of ['/cart', '/cart/summary', '/checkout']) {
        await page.goto(site.prefix + path)
        await auditScreen(page, site, path)
      }
      await fillDetails(page, guest)
      await page.reload() // the audit before has caused layout shifts, which would count
      await expect(cardFrame(page).getByRole('textbox').first()).toBeVisible()
      await auditScreen(page, site, 'payment')
      await page.goto(`${site.prefix}/orders/${await api.placeOrder(site.location, burger, guest)}`)
      await auditScreen(page, site, 'the order')
    })
  })
