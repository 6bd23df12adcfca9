import type { Page } from '@playwright/test'
import { audit, largeTextFaults } from './audit'
import { expect, test } from './test'

test.use({ bannersAnswered: false })

test.describe('from another country', () => {
  test.use({ own: { COUNTRY: 'BR' } })

  test('a first visit is redirected to its country once, asked about cookies, and remembered', async ({
    page,
    context,
    stack,
  }) => {
    const foreignRequests: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(stack.url) && !request.url().startsWith('data:'))
        foreignRequests.push(request.url())
    })
    const tray = page.getByRole('region', { name: /Before you go on|Antes de continuar/ })
    await page.goto('/')
    await expect(page).toHaveURL('/br/pt-br')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    await expect(tray.getByRole('group')).toHaveAccessibleName('USAMOS COOKIES')

    // The edge no longer redirects; the home page offers the other site.
    await page.goto('/')
    await expect(page).toHaveURL('/')
    const brazil = tray.getByRole('group', { name: 'Brazil' })
    await expect(brazil).toContainText('To access local content, press Continue.')
    await audit(page, 'a first visit')
    await page.goto('/company/our-story')
    await brazil.getByRole('button', { name: 'Continue' }).press('Enter')
    await expect(page).toHaveURL('/br/pt-br/company/our-story')
    await page.goto('/company/our-story')
    const cookies = tray.getByRole('group', { name: 'WE USE COOKIES' })
    await expect(cookies).toBeVisible()
    await expect(brazil).toBeHidden()

    expect(await page.evaluate(() => window.dataLayer)).toBeUndefined()
    await cookies.getByRole('button', { name: 'I Accept' }).press('Enter')
    await expect(cookies).toBeHidden()
    expect(await page.evaluate(() => window.dataLayer)).toMatchObject([
      { event: 'page_view', path: '/company/our-story' },
    ])
    await expect(tray.getByRole('group')).toHaveCount(0) // no further banner on this visit
    await page.reload()
    await expect(tray.getByRole('group')).toHaveAccessibleName('The three-hour lunch hour')
    await tray.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(tray.getByRole('group')).toHaveCount(0)

    const now = Date.now() / 1000
    const ages = Object.fromEntries(
      (await context.cookies()).map(({ name, path, expires }) => [name, [path, Math.round(expires - now)]]),
    )
    const pathAndHours = (name: string) => [ages[name]?.[0], Math.round(Number(ages[name]?.[1]) / 3600)]
    expect(pathAndHours('cookieConsent')).toEqual(['/', 400 * 24]) // the browser's maximum lifetime
    expect(pathAndHours('hidePromotionsBar')).toEqual(['/', 604_800 / 3600])
    expect(pathAndHours('hideContinueToInternationalSitePrompt')).toEqual(['/', 6])
    expect(foreignRequests).toEqual([])
  })
})

test('the language question and the privacy notice pass the audits', { tag: '@both' }, async ({
  page,
  context,
}) => {
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  await page.goto('/ca/en-ca/company/our-story')
  const picker = page.getByRole('dialog', { name: 'Welcome to Big Deal Burger in Canada' })
  await expect(picker).toBeVisible()
  expect(await largeTextFaults(page), 'large text').toEqual([])
  await audit(page, 'the languages', 'dialog[open]')
  await picker.getByRole('button', { name: 'Français' }).press('Enter')
  await expect(page).toHaveURL('/ca/fr-ca/company/our-story')
  await expect(page.getByRole('group', { name: 'ON UTILISE DES TÉMOINS' })).toContainText('Contrôle global')
  await audit(page, 'the notice of Global Privacy Control')
  expect(await largeTextFaults(page), 'large text').toEqual([])
})

// The smallest visible area of phones, and one on which the name is a stack of its own.
const phones = [
  { width: 360, height: 640 },
  { width: 360, height: 780 },
]

test('on a phone the messages of a first visit show one at a time, and do not cover the search', {
  tag: '@phone',
}, async ({ page, context, baseURL }) => {
  const first = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) })
  const shown = page.getByRole('group').and(page.locator('[aria-labelledby]'))
  await page.route('**/api/getGeoFromIp', (route) => route.fulfill({ json: { country: 'AE' } }))
  const answer = (name: string) => context.addCookies([{ name, value: 'true', url: baseURL! }])
  for (const name of ['language', 'site']) await answer(name)
  for (const [cookie, messages] of [
    [undefined, ['WE USE COOKIES', 'ON UTILISE DES TÉMOINS', 'USAMOS COOKIES', 'クッキーを使っています']],
    [
      'cookieConsent',
      ['United Arab Emirates', 'Émirats arabes unis', 'Emirados Árabes Unidos', 'アラブ首長国連邦'],
    ],
  ] as const) {
    if (cookie) await answer(cookie)
    for (const [site, path] of ['/', '/ca/fr-ca', '/br/pt-br', '/jp/ja-jp'].entries()) {
      const message = messages[site]!
      await page.goto(path)
      for (const phone of phones) {
        await page.setViewportSize(phone)
        const what = `${message} at ${phone.height}`
        await expect(shown, what).toHaveAccessibleName(message)
        await waitForAnimations(page)
        // Without ordering, the hero links to the menu.
        const controls = first.locator('input, button, a').filter({ visible: true })
        expect(await controls.evaluateAll(covered), what).toEqual([])
        expect(
          Math.abs(await page.locator('use[href="#hero-crown-narrow"]').evaluate(offCentre)),
          what,
        ).toBeLessThan(2)
      }
    }
  }
  // Then the bottom bar is alone: a promotion never appears there.
  await answer('hideContinueToInternationalSitePrompt')
  for (const phone of phones) {
    await page.setViewportSize(phone)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Order now' }).filter({ visible: true })).toHaveCount(1)
    await expect(shown).toHaveCount(0)
    const controls = first.locator('input, button').filter({ visible: true })
    expect(await controls.evaluateAll(covered), `the bar at ${phone.height}`).toEqual([])
  }
})

test('messages of a first visit do not cover the bar of a dish’s page', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/quote/everyday/${site.slug}/burgers/the-big-deal`)
  await expect(page.getByRole('group', { name: 'WE USE COOKIES' })).toBeVisible()
  await waitForAnimations(page)
  expect(await page.getByRole('button', { name: /^Add 1/ }).evaluateAll(covered)).toEqual([])
  expect(await page.getByRole('button', { name: 'I Accept' }).evaluateAll(covered)).toEqual([])
})

/** Waits until no animation runs. Hydration may cancel some, which rejects their promises. */
const waitForAnimations = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))

/** Returns the controls of the first screen that are partly off screen or covered. */
function covered(controls: Element[]): string[] {
  if (controls.length === 0) return ['there is nothing to press']
  return controls
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const points = [
        [left + right, top + bottom],
        [left + right, 2 * bottom - 4],
        [left + right, 2 * top + 4],
      ]
      return points.some(([x = 0, y = 0]) => !control.contains(document.elementFromPoint(x / 2, y / 2)))
    })
    .map((control) => control.outerHTML.slice(0, 80))
}

/** Returns the distance in px between the centres of a drawing and the window. */
function offCentre(drawing: Element): number {
  const { left, right } = drawing.getBoundingClientRect()
  return (left + right) / 2 - document.documentElement.clientWidth / 2
}
