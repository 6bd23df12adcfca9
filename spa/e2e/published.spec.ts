import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from '@playwright/test'
import { layoutShifts, violations } from './audit'
import { quickPages, test } from './publication'
import { expect } from './test'

const locationPath = '/locations/oklahoma/tulsa/brookside-tulsa'

test('prerendered pages hydrate without changes and without CSP violations', async ({
  page,
  published: site,
}) => {
  const sheets: string[] = []
  page.on(
    'request',
    (request) => void (request.resourceType() === 'stylesheet' && sheets.push(request.url())),
  )
  for (const path of quickPages) {
    sheets.length = 0
    const answer = await page.goto(site.url + path)
    expect([path, answer?.status()]).toEqual([path, 200])
    const rendered = await page.locator('h1').textContent()
    // Hydrated: React knows the prerendered element.
    await page.waitForFunction(() =>
      Object.keys(document.getElementById('root')?.firstElementChild ?? {}).some((key) =>
        key.startsWith('__reactFiber'),
      ),
    )
    await page.mouse.move(100, 300) // triggers code that waits for an interaction
    await page.waitForLoadState('networkidle')
    expect(await page.locator('h1').textContent()).toBe(rendered)
    const inlined = await page
      .locator('link[rel=stylesheet][disabled]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
    expect(inlined, path).not.toEqual([])
    expect(
      sheets.filter((sheet) => inlined.includes(sheet)),
      `${path} requests style sheets that it inlines`,
    ).toEqual([])
  }
})

test('the home page loads at most 16 KB of the site’s own code', async ({ page, published: site }) => {
  const scripts: Request[] = []
  page.on('requestfinished', (request) => {
    const library = /\/(vendor|rolldown-runtime|\w\w(-\w\w)?\.site)-/.test(request.url())
    if (request.resourceType() === 'script' && !library) scripts.push(request)
  })
  await page.goto(site.url)
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts.map(async (script) => (await script.sizes()).responseBodySize))
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(16 * 1024)
})

test('a page paints without a style sheet request, in the chosen theme', async ({
  page,
  faults,
  published: site,
}) => {
  faults.expect(/^failed: GET .*\/assets\/[^/]+\.js/, /^console error: .*style.*Content Security Policy/)
  await page.goto(site.url)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.route(/\.(js|css)$/, (route) => route.abort('connectionreset'))
  await page.goto(`${site.url}/menu`)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const paper = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--paper)'
    document.body.append(probe)
    return getComputedStyle(probe).color
  })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await background()).toBe(paper)
  await page.evaluate(() => {
    const sheet = document.createElement('style')
    sheet.textContent = 'body { background-color: red !important }'
    document.head.append(sheet)
  })
  expect(await background()).toBe(paper)
})

/** Delays the site's scripts until the returned function is called. */
async function withholdCode(page: Page) {
  let release = () => {}
  const code = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/assets\/vendor-.*\.js$/, async (route) => {
    await code
    await route.continue()
  })
  return () => release()
}

test('a press before hydration takes effect after it', async ({ page, published: site }) => {
  const releaseCode = await withholdCode(page)
  await page.goto(site.url)
  await page.getByRole('combobox', { name: /city/i }).fill('Tulsa')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url)
  releaseCode()
  await expect(page).toHaveURL(/\/quote\/everyday\?.*near=Tulsa$/)
})

test('a prerendered form keeps what is typed before its code, and an early press counts', async ({
  page,
  published: site,
}) => {
  const releaseCode = await withholdCode(page)
  await page.goto(`${site.url}/contact/talk-to-bigdealburger`)
  const form = page.getByRole('main').locator('form')
  await form.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await form.getByRole('radio', { name: 'A compliment' }).click()
  await form.getByRole('button', { name: 'Send it' }).click()
  await expect(page).toHaveURL(/talk-to-bigdealburger$/) // the address has no input
  releaseCode()
  await expect(page.locator(':focus')).toContainText('3 things to fix')
  await expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada')
  await expect(form.getByRole('radio', { name: 'A compliment' })).toBeChecked()
})

test('a search whose code fails to load is submitted by the browser', async ({
  page,
  faults,
  published: site,
}) => {
  faults.expect(/^failed: GET .*\/assets\/vendor-/)
  await page.route(/\/assets\/vendor-.*\.js$/, (route) => route.abort('connectionreset'))
  await page.goto(site.url)
  await page.getByRole('combobox', { name: /city/i }).fill('Tulsa')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/quote\/everyday\?near=Tulsa$/)
  await page.unroute(/\/assets\/vendor-.*\.js$/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: /city/i })).toHaveValue('Tulsa')
})

test('the preloaded picture of a page is fetched once', async ({
  page,
  browser,
  request,
  published: site,
}) => {
  for (const path of ['/press/blog', '/company/our-story']) {
    const html = await (await request.get(site.url + path)).text()
    const preloads = html.slice(0, html.indexOf('</head>')).match(/<link [^>]*as="image"[^>]*>/g) ?? []
    expect(preloads, path).toHaveLength(1)
    const preload = (name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(preloads[0]!)?.[1]
    const picture = page.locator('main picture').first()
    const source = picture.locator('source').first()
    const image = picture.locator('img')
    const requested: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    await page.goto(site.url + path)
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0)
    for (const name of ['type', 'srcset', 'sizes'])
      expect(await source.getAttribute(name), path).toBe(preload(name === 'type' ? name : `image${name}`))
    await page.mouse.move(100, 300)
    await page.waitForLoadState('networkidle')
    const shown = await image.evaluate((element: HTMLImageElement) => element.currentSrc)
    const stem = shown.slice(0, shown.lastIndexOf('-'))
    expect(requested.filter((url) => url.startsWith(stem) || url.includes('/image?'))).toEqual([shown])

    const scriptless = await browser.newPage({ javaScriptEnabled: false })
    await scriptless.goto(site.url + path)
    const seen = scriptless.locator('main picture img').first()
    await expect(seen).toBeVisible()
    expect(await seen.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    await scriptless.close()
    page.removeAllListeners('request')
  }
})

test('sitemaps and robots.txt name the public addresses', async ({ request, published: site }) => {
  const text = async (path: string) => (await request.get(site.url + path)).text()
  const home = 'https://www.bigdealburger.example'
  expect(await text('/robots.txt')).toContain(`Sitemap: ${home}/sitemap.xml`)
  expect(await text('/sitemap.xml')).toContain(`<loc>${home}/sitemap-ca-fr-ca.xml</loc>`)
  expect(await text('/sitemap-ca-fr-ca.xml')).toContain(
    `<loc>${home}/ca/fr-ca/company/our-story</loc><lastmod>2026-11-20</lastmod>`,
  )
  expect(await text('/menu')).toContain(`<link rel="canonical" href="${home}/menu"`)
})

test('the site can be installed as an app', async ({ request, published: site }) => {
  const shell = await (await request.get(site.url)).text()
  expect(shell).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const answer = await request.get(`${site.url}/manifest.webmanifest`)
  expect(answer.headers()['content-type']).toBe('application/manifest+json')
  const { name, start_url, display, icons, screenshots } = await answer.json()
  expect({ name, start_url, display }).toEqual({
    name: 'Big Deal Burger',
    start_url: '/',
    display: 'standalone',
  })
  for (const { src, sizes } of [...icons, ...screenshots, { src: '/og.png', sizes: '1200x630' }]) {
    const png = await (await request.get(site.url + src)).body()
    expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes])
  }
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
  expect(screenshots.map((shot: { form_factor: string }) => shot.form_factor)).toEqual(['narrow', 'wide'])
})

test('an unknown page answers 404, also below a place; a cart is not indexed', async ({
  page,
  faults,
  published: site,
}) => {
  faults.expect(/^404: GET \/locations\/atlantis$/, /^404: GET \/nothing$/, /^404: GET .*state=atlantis/)
  for (const path of ['/nothing', '/locations/atlantis']) {
    expect((await page.goto(site.url + path))?.status()).toBe(404)
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', 'noindex')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  for (const path of ['/cart', '/ca/fr-ca/quote/everyday/plateau-mont-royal-montreal']) {
    const order = await page.goto(site.url + path)
    expect([order?.status(), await order?.text()]).toEqual([200, expect.stringContaining('"noindex"')])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form says that it needs JavaScript', async ({ page, published: site }) => {
    await page.goto(`${site.url}/contact/talk-to-bigdealburger`)
    const form = page.getByRole('main').locator('form')
    expect(await form.locator('noscript').innerHTML()).toContain('This form needs JavaScript.')
    await expect(form.locator('button[type=submit]')).toHaveCount(0)
  })

  test('home, places, location and menu can be read, and contain no volatile data', async ({
    page,
    published: site,
  }) => {
    const main = page.getByRole('main')
    await page.goto(site.url)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Big Deal')
    await main.getByRole('link', { name: 'Oklahoma', exact: true }).click()
    await main.getByRole('link', { name: 'Tulsa', exact: true }).click()
    await expect(main.getByRole('heading', { name: 'Brookside' })).toBeVisible()
    await expect(main).not.toContainText(/\b(Open|Closed|Closes|Opens)\b/)
    await main.getByRole('link', { name: 'Brookside', exact: true }).click()
    await expect(page).toHaveURL(site.url + locationPath)
    await expect(main).toContainText('3421 S Peoria Ave, Tulsa, OK 74105')
    await expect(main.getByRole('link', { name: '(918) 555-0101' })).toBeVisible()
    await expect(main.getByRole('definition').first()).toContainText('10:30')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.goto(`${site.url}/menu`)
    await expect(main).toContainText('The Big Deal')
    await page.goto(`${site.url}/ca/fr-ca`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
  })
})

/** Expects native disclosures to work without scripts: on phones the menu and the footer columns, on wide screens the submenus. */
async function expectDisclosuresToOpen(page: Page) {
  const banner = page.getByRole('banner')
  const submenuLink = banner.getByRole('link', { name: 'Services', exact: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(submenuLink).toBeHidden()
  await banner.getByRole('button', { name: 'Open the menu' }).press('Enter')
  await expect(banner.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(submenuLink).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(submenuLink).toBeHidden()
  await expect(banner.getByRole('button', { name: 'Open the menu' })).toBeFocused()

  const column = page.getByRole('contentinfo').getByRole('region', { name: 'Promos' })
  const deals = column.getByRole('link', { name: 'Current Deals' })
  await expect(deals).toBeHidden()
  await column.locator('summary').press('Enter')
  await expect(deals).toBeInViewport()

  await page.setViewportSize({ width: 1280, height: 860 })
  await expect(column.locator('summary')).toBeHidden()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Our Story' })).toBeVisible()
  await expect(submenuLink).toBeHidden()
  await banner.getByRole('button', { name: 'Catering' }).hover()
  await submenuLink.click({ trial: true })
}

test('menu and footer work without JavaScript', async ({ browser, published: site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${site.url}/locations`)
  await expectDisclosuresToOpen(page)
  await page.close()
})

test('the header of a page that arrives in two parts does not move', async ({
  page,
  faults,
  published: site,
}) => {
  faults.expect(/^failed: GET .*\.js/)
  await page.route(/\.js$/, (route) => route.abort()) // only the document counts
  const path = '/ca/fr-ca/company/our-story'
  const html = await (await fetch(site.url + path)).text()
  let cut = 0
  let sendRest = () => {}
  const slow = createServer(async (request, response) => {
    const answer = await fetch(site.url + request.url)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    if (request.url !== path) return response.end(Buffer.from(await answer.arrayBuffer()))
    response.write(html.slice(0, cut))
    sendRest = () => response.end(html.slice(cut))
  }).listen(0)
  const twoFrames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const navigation = page.getByRole('banner').getByRole('navigation', { name: 'Principale' })
  try {
    for (const part of ['<nav', '</li>', '</nav>', '</header>']) {
      cut = html.indexOf(part, html.indexOf('<header')) + part.length
      const { port } = slow.address() as AddressInfo
      await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'commit' })
      await expect(page.getByRole('banner').getByRole('link', { name: 'Big Deal Burger' })).toBeVisible()
      await twoFrames()
      await expect(navigation).toBeHidden()
      sendRest()
      await page.waitForLoadState()
      await expect(navigation).toBeVisible()
      await twoFrames()
      expect(await layoutShifts(page), `cut after ${part}`).toEqual([])
    }
  } finally {
    slow.close()
    slow.closeAllConnections()
  }
})

test('menu and footer open if the code fails to load, and the menu stays open if it loads late', async ({
  page,
  faults,
  published: site,
}) => {
  faults.expect(/^failed: GET .*\/assets\/vendor-/)
  await page.route(/\/assets\/vendor-.*\.js$/, (route) => route.abort('connectionreset'))
  await page.goto(`${site.url}/locations`)
  await expectDisclosuresToOpen(page)

  await page.unroute(/\/assets\/vendor-.*\.js$/)
  const releaseCode = await withholdCode(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${site.url}/locations`)
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const order = menu.getByRole('button', { name: 'Order now' }) // only the hydrated menu has this button
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(menu).toBeVisible()
  await expect(order).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  releaseCode()
  await expect(order).toBeVisible()
  await expect(menu).toHaveCount(1)
})

test('prerendered content stays if a chunk fails to load', async ({ page, faults, published: site }) => {
  faults.expect(/^failed: GET .*\/assets\/ordering-/)
  await page.route(/\/assets\/ordering-.*\.js$/, (route) => route.abort('connectionreset'))
  let failedRequests = 0
  page.on('requestfailed', () => failedRequests++)
  await page.goto(site.url)
  // Requested after hydration and the first interaction.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 10)
      return failedRequests
    })
    .toBeGreaterThan(0)
  await page.getByRole('main').getByRole('link', { name: 'Oklahoma', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/locations/oklahoma`)
})

test.describe('on a first visit', () => {
  test.use({ bannersAnswered: false })

  test('Canada’s language question covers nothing in use, and no press on the page answers it', async ({
    page,
    context,
    published: site,
  }) => {
    await page.goto(`${site.url}/ca/fr-ca`)
    const cityField = page.getByRole('combobox', { name: /ville/i })
    const picker = page.getByRole('dialog', { name: /Bienvenue/ })
    await cityField.focus()
    await expect(page.getByRole('group', { name: 'ON UTILISE DES TÉMOINS' })).toBeVisible()
    await cityField.fill('Montréal')
    await expect(picker).toHaveCount(0)

    // Simulates a press that starts before the dialog appears.
    await page.evaluate(() => {
      const middle = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)
      new MutationObserver((_, observer) => {
        const dialog = document.querySelector('dialog[open]')
        if (!dialog) return
        observer.disconnect()
        document.documentElement.dataset.pressed = String(dialog.contains(middle()))
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] })
    })
    await cityField.press('Enter')
    await expect(page).toHaveURL(/near=Montr/)
    await cityField.blur()
    await expect(picker).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-pressed', 'false')
    await picker.getByRole('button', { name: 'Français' }).click()
    await expect(picker).toBeHidden()
    expect((await context.cookies()).map(({ name }) => name)).toContain('language')
  })
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })
  test.skip(!!process.env.CPU_SLOWDOWN, 'Chromium reports a new page that is throttled as online')

  test('offline the site of another country has its own navigation and footer', async ({
    page,
    context,
    faults,
    published: site,
  }) => {
    await page.goto(`${site.url}/ca/fr-ca/quote/everyday/plateau-mont-royal-montreal?type=carryout`)
    await expect
      .poll(() =>
        page.evaluate(async () => {
          await navigator.serviceWorker.ready
          return Boolean(await caches.match('/ca/fr-ca/cart'))
        }),
      )
      .toBe(true)
    faults.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch|no-response|network error/)
    await context.setOffline(true)
    await page.goto(`${site.url}/ca/fr-ca/cart`)
    await expect(page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne.' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Nos restaurants' })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Notre histoire' })).toBeVisible()
  })
})

test('the list of nearby locations fits into its reserved space', { tag: '@both' }, async ({
  page,
  published: site,
}) => {
  await page.goto(`${site.url}/menu?near=Tulsa`)
  const nearbyLocation = page.getByRole('main').getByRole('link', { name: 'Brookside' })
  await expect(nearbyLocation).toHaveAttribute('href', '/menu?at=brookside-tulsa')
  expect(await layoutShifts(page)).toEqual([])
})

test('an order page without JavaScript has a notice in its own language below the logo', async ({
  request,
  published: site,
}) => {
  const noscript = async (path: string) =>
    /<noscript>(.*?)<\/noscript>/s.exec(await (await request.get(site.url + path)).text())?.[1]
  expect(await noscript('/cart')).toMatch(
    /^<header><a href="\/" aria-label="Big Deal Burger">.*<p lang="en-US">Ordering needs [^<]*<a href="\/locations">[^<]*<\/a><\/p><\/main>$/s,
  )
  expect(await noscript('/ca/fr-ca/cart')).toMatch(
    /^<header>.*<main><p lang="fr-CA">Pour commander(?!.*lang=).*$/s,
  )
  expect(await noscript('/ca/fr-ca')).toMatch(/^<p lang="fr-CA">/)
})

test('an unknown address without JavaScript has a notice in every language', async ({
  request,
  published: site,
}) => {
  const answer = await request.get(`${site.url}/nothing`)
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toMatch(
    /<noscript>.*<main>.*That plate came back empty\..*lang="fr-CA".*href="\/ca\/fr-ca".*<\/noscript>/s,
  )
})
