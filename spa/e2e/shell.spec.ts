import type { Page } from '@playwright/test'
import { ApiClient, setBasketCookie } from './apiClient'
import { audit, largeTextFaults, layoutShifts } from './audit'
import { openMenu } from './flow'
import { frCa } from './sites'
import { expect, test } from './test'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a change of page takes the focus to its heading and names it in the title; an empty cart leads to the restaurants; the skip link leads past the header', async ({
  page,
}) => {
  await page.goto('/')
  const titles = new Set([await page.title()])
  for (const [link, h1] of [
    ['Locations', 'Every last grill.'],
    ['Cart, 0 items', 'Your burger goes here.'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name: link }).click()
    await expect(heading(page)).toHaveText(h1)
    await expect(heading(page)).toBeFocused()
    titles.add(await page.title())
  }
  await page.goBack()
  await expect(heading(page)).toHaveText('Every last grill.')
  await expect(heading(page)).toBeFocused()
  expect(titles.size).toBe(3)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')

  await page.goForward()
  await page.getByRole('main').getByRole('link', { name: 'Start an order' }).click()
  await expect(heading(page)).toHaveText('Follow the smoke.')
  await expect(heading(page)).toBeFocused()
  // An empty cart has no payment form.
  await page.goto('/checkout/payment')
  await expect(heading(page)).toHaveText('Nothing in the bag.')
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)

  await page.goto('/quote/everyday')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'City, state or ZIP' })).toBeFocused()
})

test('the chosen theme is set before the first paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Lights off' }).click()
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Lights on' })).toBeVisible()
})

test('the chooser traps the focus, closes by Escape and by a click outside, and returns the focus', async ({
  page,
}) => {
  await page.goto('/')
  const order = page.getByRole('banner').getByRole('button', { name: 'Order now' })
  await order.click()
  const dialog = page.getByRole('dialog', { name: 'START YOUR ORDER' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  const stops = await dialog.getByRole('link').or(dialog.getByRole('button')).count()
  for (let n = 0; n < stops + 1; n++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(order).toBeFocused()

  await order.click()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  // The dialog ignores clicks while it opens.
  await dialog.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))
  await page.mouse.click(8, 8)
  await expect(dialog).toBeHidden()

  await order.click()
  await dialog.getByRole('link', { name: 'Carryout' }).click()
  await expect(page).toHaveURL('/quote/everyday?type=carryout')
  await expect(dialog).toBeHidden()
})

test('the header fits logo, order button and progress to the width', async ({ page }) => {
  const logo = page.getByRole('banner').locator('svg').first()
  const order = page.getByRole('banner').getByRole('button', { name: 'Order now' })
  const progress = page.getByRole('progressbar', { name: 'Order completion' })
  const headerAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    const { width: w, height: h } = (await logo.boundingBox())!
    return [w, h, await order.isVisible(), await progress.isVisible()]
  }
  await page.goto('/')
  expect(await headerAt(1280)).toEqual([147, 84, true, false])
  expect(await headerAt(1279)).toEqual([84, 48, true, false])
  await openMenu(page, 'brookside-tulsa')
  expect(await headerAt(1280)).toEqual([84, 48, false, false]) // markets without ordering need no second button
  expect(await headerAt(1149)).toEqual([84, 48, true, false])
  expect(await headerAt(899)).toEqual([84, 48, true, true])
  await expect(progress).toHaveAttribute('aria-valuenow', '20')
})

test('the header stays in one line with a language switch and a full cart', { tag: '@long' }, async ({
  page,
  context,
  stack,
}) => {
  await setBasketCookie(
    context,
    stack.url,
    await new ApiClient(stack.url, frCa.locale).createBasket(frCa.location, { 'the-big-deal': 12 }),
  )
  const banner = page.getByRole('banner')
  const cart = banner.getByRole('link', { name: 'Panier, 12 articles' })
  for (const path of ['/cart', '/company/our-story']) {
    await page.goto(frCa.prefix + path)
    await expect(cart).toContainText(/pour \d{3},/)
    for (const width of [1150, 1280, 1360]) {
      await page.setViewportSize({ width, height: 800 })
      const logo = (await banner.locator('svg').first().boundingBox())!
      const { y } = (await cart.boundingBox())!
      expect(y, `the cart on ${path} at ${width} px`).toBeLessThan(logo.y + logo.height / 2)
    }
  }
})

test('a page whose code fails to load shows a message, and "Try again" fetches it', async ({
  page,
  faults,
}) => {
  faults.expect(/^failed: GET .*\/assets\/locations\.chunk-/)
  faults.expect(/ChunkError|chunk failed to load|dynamically imported/)
  await page.goto('/')
  await page.route('**/assets/locations.chunk-*', (route) => route.abort('connectionreset'))
  await page.getByRole('main').getByRole('link', { name: 'Find yours' }).click()
  await expect(heading(page)).toHaveText('Nobody’s at the counter.')
  // It has reloaded by itself, because a newer release has other files.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('navigation')
      .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
  )
  await expect(heading(page)).toHaveText('Nobody’s at the counter.')
  await audit(page, 'a page whose code failed to load', 'main')
  await page.unroute('**/assets/locations.chunk-*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Follow the smoke.')
})

test('a first page whose code fails to load shows a message in its language, and "Try again" fetches it', {
  tag: '@long',
}, async ({ page, faults }) => {
  faults.expect(/^failed: GET .*\/assets\/vendor-/)
  await page.route('**/assets/vendor-*.js', (route) => route.abort('connectionreset'))
  for (const [path, message] of [
    ['/ca/fr-ca/quote/everyday', 'Il n’y a personne au comptoir.'],
    ['/quote/everyday', 'Nobody’s at the counter.'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page)).toHaveText(message)
  }
  await audit(page, 'a first page whose code failed to load')
  await page.unroute('**/assets/vendor-*.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Follow the smoke.')
})

test('a failed call says what to do next, which works; a slow one shows that it is loading', async ({
  page,
  faults,
}) => {
  faults.expect(/^failed: GET .*\/locations\/menus\//)
  await page.route('**/locations/menus/**', (route) => route.abort('connectionreset'), { times: 1 })
  await page.goto('/quote/everyday/brookside-tulsa?type=carryout')
  await expect(page.getByRole('alert')).toContainText(
    'Oooops! Something went wrong! Failed to fetch data from server!',
  )
  await audit(page, 'a failed call', 'main')
  await page.getByRole('button', { name: 'Try again' }).click()
  const dish = page.getByRole('link', { name: 'The Big Deal', exact: true })
  await expect(dish).toBeVisible()

  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/locations/menus/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/quote/everyday/brookside-tulsa?type=carryout')
  const waiting = page.getByRole('status').filter({ hasText: 'Loading…' })
  await expect(waiting).toBeAttached()
  release()
  await expect(dish).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(await layoutShifts(page)).toEqual([]) // the space was reserved
})

test('an unknown address answers 404, says what is missing, and links to other pages', async ({
  page,
  faults,
}) => {
  const main = page.getByRole('main')
  faults.expect(
    /^404: GET \/(no-such-page|quote\/nonsense|quote\/everyday\/nowhere)/,
    /^404: GET \/locations\/(atlantis|oklahoma\/tulsa\/nowhere)$/,
    /^404: GET .*(state=atlantis|slug\/nowhere)/,
    /^404: GET .*\/orders\/thank-you\//,
  )
  const missing = async (path: string) => expect((await page.goto(path))?.status(), path).toBe(404)
  await missing('/no-such-page')
  await expect(heading(page)).toHaveText('That plate came back empty.')
  expect(await largeTextFaults(page), 'large text').toEqual([])
  await main.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page).toHaveURL('/')

  await missing('/quote/everyday/nowhere?type=carryout')
  await expect(heading(page)).toHaveText('Restaurant not found!')
  await expect(page).toHaveTitle(/^Restaurant not found!/)
  await main.getByRole('link', { name: 'Find another grill' }).click()
  await expect(main.getByRole('search')).toBeVisible()

  await missing('/locations/atlantis')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'All locations' }).click()
  await expect(page).toHaveURL('/locations')
  await missing('/locations/oklahoma/tulsa/nowhere')
  await expect(page.getByRole('alert')).toContainText('Restaurant not found!')

  await page.goto('/orders/aaaaaaaaaaaaaaaaaaaaaaaaaa')
  await expect(heading(page)).toHaveText('We could not find that order.')
  await audit(page, 'an unknown order', 'main')

  await missing('/quote/nonsense')
  await expect(heading(page)).toHaveText('That plate came back empty.')
  await page.goto('/quote/catering')
  await expect(heading(page)).toHaveText('The big trays aren’t online yet.')
  await audit(page, 'a category that is coming soon', 'main')
  await page.getByRole('link', { name: 'Order from the everyday menu' }).click()
  await expect(page).toHaveURL('/quote/everyday?type=carryout')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing is animated', { tag: '@long' }, async ({ page }) => {
    await openMenu(page, 'brookside-tulsa')
    await page.getByRole('link', { name: 'The Big Deal', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Your burger, as chosen' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Smoked bacon' }).check()
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).hover()
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((a) => Number(a.effect?.getComputedTiming().duration) > 1)
        .map((a) => String((a.effect as KeyframeEffect).target)),
    )
    expect(moving).toEqual([])
  })
})

test('without JavaScript the page says what to do', async ({ request }) => {
  const html = await (await request.get('/')).text()
  expect(html).toMatch(
    /<noscript>.*Ordering needs JavaScript\..*Pour commander, il faut JavaScript\..*<\/noscript>/s,
  )
})
