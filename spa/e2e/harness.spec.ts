import { marketOf, markets } from '../src/market/market'
import { breadcrumbList, canonical } from '../src/ui/page/structuredData'
import { english, layoutShift, sideways, violations } from './audit'
import { isOf, kindOf, read, sample, visit } from './crawl'
import { Faults } from './faults'
import { wrongInHeads } from './publication'
import { expect, test } from './test'

// Tests of the fault detection that all other tests rely on.
test('every fault of a page is recorded', async ({ browser, stack }) => {
  const context = await browser.newContext({ baseURL: stack.url })
  const faults = Faults.of(context)
  const page = await context.newPage()
  await page.goto('/quote/everyday')
  await page.evaluate(async () => {
    console.error('said')
    console.warn('warned')
    void Promise.reject(new Error('thrown'))
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }),
    )
    await fetch('/api/online-ordering/orders/nobody')
    await fetch('http://localhost:1/').catch(() => {})
  })
  faults.expect(/^404: GET .*\/orders\/nobody$/, /never/)
  await expect
    .poll(() => faults.report().sort())
    .toEqual([
      expect.stringMatching(/^console error: .*style.*Content Security Policy/),
      expect.stringMatching(/^console error: .*localhost:1.*Content Security Policy/),
      expect.stringMatching(/^console error: .*localhost:1.*Content Security Policy/),
      'console error: said',
      'console warning: warned',
      'expected, and never came: /never/',
      'thrown: thrown',
    ])
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
  expect(await english(page)).toEqual([])
  expect(await layoutShift(page)).toBeLessThan(0.02)
  expect(await sideways(page)).toBe(0)
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
  expect(await english(page)).toEqual(['Choose your bun', 'Burnt Ends Basket'])
  expect(await layoutShift(page)).toBeGreaterThan(0.02)
  expect(await sideways(page)).toBeGreaterThan(0)
})

test('English text is found on pages of other languages', { tag: '@long' }, async ({ page }) => {
  for (const [path, native, foreign] of [
    ['/jp/ja-jp', 'ビッグ・ディール 1,040 kcal', 'メニュー Sides'],
    ['/mx/es-mx', 'Pay de cereza', 'Our story'],
    ['/br/pt-br', 'Se for preciso, um item', 'Where the smoke goes'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(
      (planted) => {
        const main = document.querySelector('main')!
        for (const textContent of planted)
          main.append(Object.assign(document.createElement('p'), { textContent }))
      },
      [native, foreign],
    )
    expect(await english(page)).toEqual([foreign])
  }
})

test('the crawl finds planted faults', { tag: '@long' }, async ({ page, stack, faults }) => {
  const french = markets.find(({ lang }) => lang === 'fr-CA')!
  faults.expect(/^404: GET \/ca\/fr-ca\/nulle-part$/)
  expect((await visit(page, stack.url, '/ca/fr-ca/nulle-part', french)).wrong).toEqual([
    '/ca/fr-ca/nulle-part answers 404',
    '/ca/fr-ca/nulle-part says that it is none',
  ])
  expect([...(await read(page, ['/ca/fr-ca/nulle-part'])).values()].map(({ wrong }) => wrong)).toEqual([
    ['/ca/fr-ca/nulle-part answers 404'],
  ])
  expect((await visit(page, stack.url, '/ca/fr-ca/sitemap', french, true)).wrong).toEqual([])
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
  const { wrong, links } = await visit(page, stack.url, at, french, true)
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

test('the sample has each kind of page in each language, and each home page', () => {
  const paths = markets.flatMap(({ prefix }) => [
    prefix || '/',
    ...['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
      `${prefix}/locations/${name}`,
      `${prefix}/press/blog/${name}`,
    ]),
  ])
  const closely = (by: string) =>
    [...sample(paths, by)].flatMap(([path, how]) => (how === 'closely' ? [path] : []))
  const kinds = (of: string[]) =>
    of.map((path) => `${marketOf(path).lang.slice(0, 2)} ${kindOf(path)}`).sort()
  expect(kinds(closely('1'))).toEqual([...new Set(kinds(paths))].sort())
  for (const market of markets) {
    const shown = [...sample(paths, '1').keys()].filter((path) => isOf(market, path))
    expect(shown).toContain(market.prefix || '/')
    expect(shown.length).toBeGreaterThanOrEqual(4)
  }
  expect(sample(paths, '1')).toEqual(sample(paths.toReversed(), '1'))
  expect(closely('2')).not.toEqual(closely('1'))
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
  const kinds = ['/pixel.gif', '/tag.js', "/'", '/style.css', '/beacon', '/socket']
  await expect
    .poll(() =>
      kinds.filter((kind) => !faults.report().some((fault) => fault.includes(`localhost:1${kind}`))),
    )
    .toEqual([])
  await context.close()
})

test('contradictions between page heads are found', () => {
  const page = (lang: string, at: string, alternates: string[], title = at, description = at) => {
    const links = alternates.map((one) => {
      const [of, href] = one.split(' ')
      return `<link rel="alternate" hrefLang="${of}" href="https://b.example${href}"/>`
    })
    return [
      `https://b.example${at}`,
      `<html lang="${lang}"><title>${title}</title><link rel="canonical" href="https://b.example${at}"/>
      <meta name="description" content="Told in twenty letters of ${description}"/>${links.join('')}
      <meta property="og:image" content="https://b.example/og.png"/><meta property="og:image:width" content="1200"/>
      <meta property="og:image:height" content="630"/></html>`,
    ] as const
  }
  const both = ['en-US /a', 'fr-CA /f', 'x-default /a']
  expect(wrongInHeads(new Map([page('en-US', '/a', both), page('fr-CA', '/f', both)]))).toEqual([])
  const lone = page('fr-CA', '/f', [])
  expect(wrongInHeads(new Map([page('en-US', '/a', [...both, 'es-MX /m']), lone])).sort()).toEqual([
    'https://b.example/a: is es-MX at https://b.example/m, which is not there',
    'https://b.example/a: is not named by https://b.example/f',
  ])
  const [url, html] = lone
  const marred = html.replace('/f"/>', '/g"/>').replace('1200', '600').replace('og.png', 'og.svg')
  expect(wrongInHeads(new Map([[url, marred], page('fr-CA', '/h', [], '/f', '/f')]))).toEqual([
    'https://b.example/f: is canonically https://b.example/g',
    'https://b.example/f: has the picture https://b.example/og.svg',
    'https://b.example/f: has a picture of 600 × 630',
    'https://b.example/h: is called as https://b.example/f',
    'https://b.example/h: is described as https://b.example/f',
  ])
  const way = JSON.stringify(breadcrumbList([{ name: 'Lists', path: '/lists' }])).replace(
    canonical('/'),
    'https://b.example/',
  )
  const below = html.replace('</html>', `<script type="application/ld+json">${way}</script></html>`)
  expect(wrongInHeads(new Map([[url, below]]))).toEqual([
    'https://b.example/f: lies below https://b.example/lists, which is not there',
  ])
})
