import { markets } from '../src/market/market'
import { englishIn, englishTexts, horizontalScroll, layoutShifts, violations } from './audit'
import { checkDocuments, checkPage } from './crawl'
import { Faults } from './faults'
import { headFaults } from './publication'
import { expect, test } from './test'

// Tests of the fault detection that all other tests rely on.
test('every fault of a page is recorded', async ({ browser, stack }) => {
  const context = await browser.newContext({ baseURL: stack.url })
  const faults = Faults.of(context)
  const page = await context.newPage()
  await page.goto('/quote/everyday')
  await page.evaluate(async () => {
    console.error('logged')
    console.warn('warned')
    void Promise.reject(new Error('thrown'))
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }),
    )
    await fetch('/api/online-ordering/orders/unknown')
    await fetch('http://localhost:1/').catch(() => {})
  })
  faults.expect(/^404: GET .*\/orders\/unknown$/, /never/)
  await expect
    .poll(() => faults.report().sort())
    .toEqual([
      expect.stringMatching(/^console error: .*style.*Content Security Policy/),
      expect.stringMatching(/^console error: .*localhost:1.*Content Security Policy/),
      expect.stringMatching(/^console error: .*localhost:1.*Content Security Policy/),
      'console error: logged',
      'console warning: warned',
      'expected, but did not occur: /never/',
      'thrown at /quote/everyday: thrown',
    ])
  await context.close()
})

test('every call to a third-party server is recorded', async ({ browser, stack }) => {
  const context = await browser.newContext({ baseURL: stack.url })
  const faults = Faults.of(context)
  const page = await context.newPage()
  await page.goto('/quote/everyday')
  await page.evaluate(() => {
    const other = 'http://localhost:1'
    const add = (tag: string, given: object) =>
      document.body.append(Object.assign(document.createElement(tag), given))
    add('img', { src: `${other}/pixel.gif` })
    add('script', { src: `${other}/tag.js` })
    add('iframe', { src: `${other}/frame` })
    add('link', { rel: 'stylesheet', href: `${other}/style.css` })
    navigator.sendBeacon(`${other}/beacon`)
    new WebSocket('ws://localhost:1/socket')
  })
  // For frames the browser reports only the host.
  const calls = ['/pixel.gif', '/tag.js', "/'", '/style.css', '/beacon', '/socket']
  const recorded = (call: string) => faults.report().some((fault) => fault.includes(`localhost:1${call}`))
  await expect.poll(() => calls.filter((call) => !recorded(call))).toEqual([])
  await context.close()
})

test.fail('a fault fails its test', async ({ page }) => {
  await page.goto('/quote/everyday')
  await page.evaluate(() => console.error('seeded'))
})

test('the audits find planted faults', async ({ page }) => {
  await page.goto('/ca/fr-ca/quote/everyday')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await englishTexts(page)).toEqual([])
  expect(await layoutShifts(page)).toEqual([])
  expect(await horizontalScroll(page)).toBe(0)
  await page.evaluate(async () => {
    const main = document.querySelector('main')!
    main.append(Object.assign(document.createElement('input'), { type: 'text' }))
    main.append(Object.assign(document.createElement('p'), { textContent: 'Choose your bun' }))
    main.append(Object.assign(document.createElement('p'), { textContent: 'Burnt Ends Basket' }))
    main.style.paddingTop = '400px'
    main.style.width = '120vw'
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  })
  expect(await violations(page)).toEqual([expect.stringMatching(/^label:/)])
  expect(await englishTexts(page)).toEqual(['Choose your bun', 'Burnt Ends Basket'])
  expect(await layoutShifts(page)).not.toEqual([])
  expect(await horizontalScroll(page)).toBeGreaterThan(0)
})

test('the crawl finds planted faults', { tag: '@long' }, async ({ page, stack, faults }) => {
  const french = markets.find(({ lang }) => lang === 'fr-CA')!
  faults.expect(/^404: GET \/ca\/fr-ca\/nulle-part$/)
  expect((await checkPage(page, stack.url, '/ca/fr-ca/nulle-part', french)).wrong).toEqual([
    '/ca/fr-ca/nulle-part answers 404',
    '/ca/fr-ca/nulle-part is marked as not found',
  ])
  expect(
    [...(await checkDocuments(page, ['/ca/fr-ca/nulle-part'])).values()].map(({ wrong }) => wrong),
  ).toEqual([['/ca/fr-ca/nulle-part answers 404']])
  expect((await checkPage(page, stack.url, '/ca/fr-ca/sitemap', french, true)).wrong).toEqual([])
  const body = `<html lang="de"><title>Plan du site</title>
    <style>
      h1 { width: 400px } input { height: 30px } a { color: inherit }
      @media (max-width: 400px) { button { width: 12px; height: 30px; padding: 0 } }
      @media (prefers-color-scheme: dark) { html { background: #111; color: #eee } #planted { color: #222 } }
    </style>
    <main><h1>Bonjour</h1><h1 id="planted">Choose your bun</h1><input type="text">
    <p><button>Oui, toujours</button> et <a href="/ca/fr-ca/x#y">encore</a></p></main></html>`
  const at = '/ca/fr-ca/planted'
  await page.route(`**${at}`, (route) => route.fulfill({ contentType: 'text/html', body }))
  const { wrong, links } = await checkPage(page, stack.url, at, french, true)
  expect(wrong).toEqual([
    `${at} is in de, not in fr-CA`,
    `${at} has 2 h1`,
    `${at} says in English: Choose your bun`,
    expect.stringContaining(`${at}: label: input`),
    expect.stringContaining(`${at} in the dark: color-contrast: #planted`),
    expect.stringMatching(/scrolls \d+ px sideways at 320$/),
    expect.stringContaining(`${at} at 320 has a target below 24 px: <button>`),
    expect.stringMatching(/with large text: the page scrolls sideways by \d+ px$/),
  ])
  expect(links).toEqual(['/ca/fr-ca/x#y'])
})

test('English text is distinguished from names and from words of the language', () => {
  for (const [lang, native, foreign] of [
    ['ja-JP', 'ビッグ・ディール 1,040 kcal', 'メニュー Sides'],
    ['es-MX', 'Pay de cereza', 'Our story'],
    ['pt-BR', 'Se for preciso, um item', 'Where the smoke goes'],
    ['fr-CA', 'K6FWSGQ5WE', 'We open at 5'],
  ] as const)
    expect(englishIn({ lang, texts: [native, foreign] })).toEqual([foreign])
})

test('contradictions between page heads are found', () => {
  const page = (at: string, lang: string, ...alternates: string[]) => {
    const links = alternates.map(
      (one) => `<link rel="alternate" hrefLang="${one.replace(' ', '" href="')}"/>`,
    )
    return `<html lang="${lang}"><title>${at}</title><link rel="canonical" href="${at}"/>
      <meta name="description" content="Twenty letters and more of ${at}"/>${links.join('')}
      <meta property="og:image" content="https://b.example/og.png"/><meta property="og:image:width" content="1200"/>
      <meta property="og:image:height" content="630"/></html>`
  }
  const both = ['en-US https://a', 'fr-CA https://f', 'x-default https://a']
  const [englishPage, frenchPage] = [page('https://a', 'en-US', ...both), page('https://f', 'fr-CA', ...both)]
  const wrong = (...pages: [string, string][]) => headFaults(new Map(pages))
  expect(wrong(['https://a', englishPage], ['https://f', frenchPage])).toEqual([])
  expect(wrong(['https://a', englishPage], ['https://f', page('https://f', 'fr-CA')])).toEqual([
    'https://a: is no alternate of https://f',
  ])
  expect(wrong(['https://g', page('https://f', 'fr-CA', 'fr-CA https://g', 'x-default https://h')])).toEqual([
    'https://g: has the canonical URL https://f',
    'https://g: has the x-default https://h, which does not exist',
  ])
  const breadcrumbs = '{"itemListElement":[{"item":{"@id":"https://b.example/lists"}}]}'
  const faultyPage = englishPage
    .replace('og.png', 'og.svg')
    .replace('"1200"', '"600"')
    .replace('</html>', `<script type="application/ld+json">${breadcrumbs}</script></html>`)
  expect(wrong(['https://a', faultyPage], ['https://f', frenchPage])).toEqual([
    'https://a: has the picture https://b.example/og.svg',
    'https://a: has a picture of 600 × 630',
    'https://a: has the breadcrumb https://b.example/lists, which does not exist',
  ])
  const loneFrenchPage = page('https://f', 'fr-CA')
  expect(
    wrong(
      ['https://f', loneFrenchPage],
      ['https://h', loneFrenchPage.replace('l" href="https://f"', 'l" href="https://h"')],
    ),
  ).toEqual(['https://h: has the title of https://f', 'https://h: has the description of https://f'])
})
