import { markets } from '../src/market/market'
import { english, layoutShift, sideways, violations } from './audit'
import { read, visit } from './crawl'
import { Faults } from './faults'
import { expect, test } from './test'

// What watches the other tests is tested itself, or nothing may be being watched.
test('every fault behind the page is seen', async ({ browser, stack }) => {
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

test('the audits find what is planted', async ({ page }) => {
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

test('English is found on a page of whichever other language', { tag: '@long' }, async ({ page }) => {
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

test('the crawl finds what is planted', { tag: '@long' }, async ({ page, stack, faults }) => {
  const french = markets.find(({ lang }) => lang === 'fr-CA')!
  faults.expect(/^404: GET \/ca\/fr-ca\/nulle-part$/)
  expect((await visit(page, stack.url, '/ca/fr-ca/nulle-part', french)).wrong).toEqual([
    '/ca/fr-ca/nulle-part answers 404',
    '/ca/fr-ca/nulle-part says that it is none',
  ])
  expect((await read(page, stack.url, '/ca/fr-ca/nulle-part')).wrong).toEqual([
    '/ca/fr-ca/nulle-part answers 404',
  ])
  expect((await visit(page, stack.url, '/ca/fr-ca/sitemap', french, true)).wrong).toEqual([])
  await page.addInitScript(() => {
    const plant = () => {
      const main = document.querySelector('main')
      if (!main?.querySelector('h1') || main.querySelector('#planted')) return
      document.documentElement.lang = 'en-CA'
      main.insertAdjacentHTML(
        'beforeend',
        '<h1 id="planted">Choose your bun</h1><input type="text"><a href="/ca/fr-ca/x#y">z</a>',
      )
      const planted = document.getElementById('planted')!
      planted.style.width = '400px'
      const dark = matchMedia('(prefers-color-scheme: dark)')
      const paint = () => {
        planted.style.color = dark.matches ? '#222' : ''
      }
      dark.addEventListener('change', paint)
    }
    new MutationObserver(plant).observe(document, { childList: true, subtree: true })
  })
  const { wrong, links } = await visit(page, stack.url, '/ca/fr-ca/sitemap', french, true)
  const at = '/ca/fr-ca/sitemap'
  expect(wrong).toEqual([
    `${at} is in en-CA, not in fr-CA`,
    `${at} has 2 h1`,
    `${at} says in English: Choose your bun`,
    expect.stringContaining(`${at}: label: input`),
    expect.stringContaining(`${at} in the dark: color-contrast: #planted`),
    expect.stringMatching(/scrolls \d+ px sideways at 320$/),
    expect.stringContaining(`${at} at 320 has a target below 24 px: <a href="/ca/fr-ca/x#y">`),
  ])
  expect(links).toContain('/ca/fr-ca/x#y')
})
