import { audit } from './audit'
import { expect, test } from './test'

test.use({ settled: false })

test.describe('from another country', () => {
  test.use({ own: { COUNTRY: 'BR' } })

  test('a first visit is led to its country once, asked about cookies, and remembered', async ({
    page,
    context,
    stack,
  }) => {
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(stack.url) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    const tray = page.getByRole('region', { name: /Before you go on|Antes de continuar/ })
    await page.goto('/')
    await expect(page).toHaveURL('/br/pt-br')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    await expect(tray.getByRole('group')).toHaveAccessibleName('USAMOS COOKIES')

    // The door stays where it is from now on; there the other site is offered.
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
    await expect(tray.getByRole('group', { name: 'Kids eat free on Sundays.' })).toBeVisible()
    await page.reload()
    await expect(tray.getByRole('group')).toHaveAccessibleName('Kids eat free on Sundays.')
    await tray.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(tray.getByRole('group')).toHaveCount(0)

    const now = Date.now() / 1000
    const ages = Object.fromEntries(
      (await context.cookies()).map(({ name, path, expires }) => [name, [path, Math.round(expires - now)]]),
    )
    const standing = (name: string) => [ages[name]?.[0], Math.round(Number(ages[name]?.[1]) / 3600)]
    expect(standing('cookieConsent')).toEqual(['/', 400 * 24]) // as long as this browser lets it
    expect(standing('hidePromotionsBar')).toEqual(['/', 604_800 / 3600])
    expect(standing('hideContinueToInternationalSitePrompt')).toEqual(['/', 6])
    expect(elsewhere).toEqual([])
  })
})

test('Canada asks for the language once, and Global Privacy Control is honored', { tag: '@both' }, async ({
  page,
  context,
}) => {
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  await page.goto('/ca/en-ca/company/our-story')
  const picker = page.getByRole('dialog', { name: 'Welcome to Big Deal Burger in Canada' })
  await expect(picker.getByRole('button', { name: 'English' })).toBeVisible()
  await audit(page, 'the languages', 'dialog[open]')
  await picker.getByRole('button', { name: 'Français' }).press('Enter')
  await expect(page).toHaveURL('/ca/fr-ca/company/our-story')
  const cookies = page.getByRole('group', { name: 'ON UTILISE DES TÉMOINS' })
  await expect(cookies).toContainText('Contrôle global de la vie privée')
  await audit(page, 'the privacy that is asked for')
  await cookies.getByRole('button', { name: 'J’accepte' }).press('Enter')
  await expect(cookies).toBeHidden()
  await page.reload()
  await expect(page.getByText(/^Le Contrôle global de la vie privée est activé/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined()
})
