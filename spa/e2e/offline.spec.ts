import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startStack } from '../../infra/verbs/stack.mjs'
import { ApiClient, setBasketCookie } from './apiClient'
import { horizontalScroll, largeTextFaults } from './audit'
import { journey } from './defineJourney'
import { openMenu, textOf } from './flow'
import { expect, test } from './test'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls the page. */
async function waitForServiceWorker(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
}

/** Returns the URLs of all responses that the service worker has cached. */
const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url)
  })

/** Waits until the service worker has cached responses with these parts in their URLs. */
async function waitForCached(page: Page, ...urlParts: string[]) {
  const missing = async () => {
    const found = await cachedUrls(page)
    return urlParts.filter((part) => !found.some((url) => url.includes(part)))
  }
  await expect.poll(missing).toEqual([])
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: textOf(page).part('app.offline') })

journey(
  'offline, also after a reload, menu and cart can be read, and ordering is disabled with the reason',
  async ({ page, context, stack, faults, site, text, menuName, user }) => {
    const basket = await new ApiClient(stack.url, site.locale).createBasket(site.location, { 'pit-fries': 1 })
    await setBasketCookie(context, stack.url, basket)
    await openMenu(page, site.slug, site.prefix)
    await waitForServiceWorker(page)
    await waitForCached(
      page,
      `/locations/menus/${site.location}`,
      `/locations/slug/${site.slug}`,
      `/orders/${basket.orderId}`,
      '/assets/checkout.chunk',
    )
    // An added item is in the cached cart without a refetch.
    const add = page.getByRole('button', { name: text('menu.add', { item: menuName('onion-rings') }) })
    await user.press(add)
    await expect(
      page.getByRole('banner').getByRole('link', { name: text.part('app.cart-count', { count: 2 }) }),
    ).toHaveCount(1)

    faults.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch|no-response|network error/)
    await context.setOffline(true)
    await page.reload()
    await expect(banner(page)).toContainText(text.part('app.offline-kept', { time: /.*20.*/ }))
    await expect(page.getByRole('link', { name: menuName('the-big-deal'), exact: true })).toBeVisible()
    await expect(add).toBeDisabled()
    await expect(add).toHaveAccessibleDescription(text.part('app.offline'))
    expect(await horizontalScroll(page)).toBe(0)

    await page.goto(`${site.prefix}/cart`)
    for (const dish of ['pit-fries', 'onion-rings'])
      await expect(
        page.getByRole('main').getByRole('link', { name: menuName(dish), exact: true }),
      ).toBeVisible()
    const next = page.getByRole('button', { name: text.part('cart.next-review') }).filter({ visible: true })
    await expect(next).toBeDisabled()
    await expect(next).toHaveAccessibleDescription(text('app.offline-order'))
    expect(await largeTextFaults(page), 'large text').toEqual([])
    const signs = () => page.evaluate(async () => (await fetch('/signs.svg', { cache: 'no-store' })).ok)
    expect(await signs(), 'the badges at the foot').toBe(true)

    await context.setOffline(false)
    await expect(banner(page)).toBeHidden()
    await user.press(next)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('summary.heading'))
  },
)

test.describe('on a first visit', () => {
  test.use({ bannersAnswered: false, serviceWorkers: 'block' })

  test('messages of a first visit are above the cart’s bar at any height', {
    tag: ['@phone', '@long'],
  }, async ({ page, context, stack }) => {
    await setBasketCookie(
      context,
      stack.url,
      await new ApiClient(stack.url).createBasket('bdb-1001', { 'pit-fries': 1 }),
    )
    await page.goto('/cart')
    const message = page.getByRole('group', { name: 'WE USE COOKIES' })
    const next = page
      .getByRole('button', { name: textOf(page).part('cart.next-review') })
      .filter({ visible: true })
    const gap = async () => {
      const [messageBox, button] = [(await message.boundingBox())!, (await next.boundingBox())!]
      return Math.round(button.y - messageBox.y - messageBox.height)
    }
    await expect(message).toBeInViewport({ ratio: 1 })
    expect(await gap()).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(next).toHaveAccessibleDescription(textOf(page)('app.offline-order'))
    await expect.poll(gap).toBeGreaterThan(0)
    await message.getByRole('button', { name: 'Close' }).click()
    await expect(message).toBeHidden()
  })
})

test('the offline cache keeps neither a placed cart nor its order', { tag: '@long' }, async ({
  page,
  context,
  stack,
  guest,
}) => {
  const api = new ApiClient(stack.url)
  const basket = await api.createBasket('bdb-1001', { 'pit-fries': 1 })
  await setBasketCookie(context, stack.url, basket)
  await page.goto('/cart')
  await waitForServiceWorker(page)
  await waitForCached(page, `/orders/${basket.orderId}`)
  const orderToken = await api.place(basket, guest)
  await page.goto(`/orders/${orderToken}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your burger goes here.')
  const urls = await cachedUrls(page)
  expect(urls.filter((url) => url.includes(basket.orderId) || url.includes(orderToken))).toEqual([])
})

/** Simulates a release in a site's folder: a changed document, and other names for all scripts. */
async function release(site: string) {
  const assets = join(site, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const names = new RegExp(scripts.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const nextName = (name: string) => name.replace('.js', 'next.js')
  const rewrite = async (path: string, change: (text: string) => string) => {
    for (const extension of ['.br', '.gz']) await rm(path + extension, { force: true })
    await writeFile(`${path}.part`, change(await readFile(path, 'utf8')))
    await rename(`${path}.part`, path) // the browser may read it meanwhile
  }
  for (const name of scripts) {
    const path = join(assets, name)
    await rewrite(path, (text) => text.replace(names, nextName))
    await rename(path, nextName(path))
  }
  await rewrite(join(site, 'shell.html'), (text) =>
    text.replace('<head>', '<head><meta name="release" content="2">').replace(names, nextName),
  )
  await rewrite(join(site, 'sw.js'), (text) =>
    text.replace(names, nextName).replace(/(revision:.)\w+/, '$1ofthenextrelease'),
  )
}

// Each stored file is a request of every order session, and a form needs a connection anyway.
test('the service worker stores no forms ahead', async ({ request }) => {
  const worker = await (await request.get('/sw.js')).text()
  expect(worker).toMatch(/assets\/checkout\.chunk-/)
  expect(worker).not.toMatch(/assets\/[\w.-]*form/)
})

test('a new release takes over online and offline, and an open page continues', async ({
  page,
  context,
  faults,
}) => {
  const site = await mkdtemp(join(tmpdir(), 'site-'))
  await cp(join(process.env.BUILD_DIR!, 'site'), site, { recursive: true })
  const stack = await startStack({ env: { SITE: site } })
  try {
    await page.goto(`${stack.url}/quote/everyday/brookside-tulsa?type=carryout`)
    await waitForServiceWorker(page)
    await waitForCached(page, '/locations/menus/bdb-1001', '/assets/locations.chunk')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await release(site)
    const opened = await context.newPage()
    await opened.goto(page.url())
    await expect(opened.getByRole('heading', { level: 2 }).first()).toBeVisible()
    // An update joins one that the browser started by itself, maybe before the release.
    await expect(async () => {
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      expect(await cachedUrls(page)).toContainEqual(expect.stringContaining('=ofthenextrelease'))
    }).toPass()
    const showIt = { name: 'Show it' }
    await expect(page.getByRole('button', showIt)).toBeVisible()
    // A page that was opened since the release is already the new one.
    await opened.evaluate(async () => {
      await fetch('/shell.html') // as the page does to compare
      await new Promise(requestAnimationFrame)
    })
    await expect(opened.getByRole('button', showIt)).toHaveCount(0)
    await opened.close()

    // The server no longer has the old chunk; this page's release loads it from the cache.
    await page
      .getByRole('link', { name: /Brookside/ })
      .first()
      .click()
    await expect(page.getByRole('search')).toBeVisible()

    const next = page.locator('meta[name="release"]')
    await page.goto(`${stack.url}/quote/everyday/brookside-tulsa?type=carryout`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(next).toHaveAttribute('content', '2')
    faults.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch|no-response|network error/)
    await context.setOffline(true)
    await page.reload()
    await expect(banner(page)).toBeVisible()
    await expect(next).toHaveAttribute('content', '2')
  } finally {
    await stack.stop()
    await rm(site, { recursive: true, force: true })
  }
})
