import { audit, englishTexts, horizontalScroll } from './audit'
import { expect, test } from './test'

/** Some pages of a market without online orders; the crawl checks the rest. */
const pages = ['', '/menu', '/company/our-story']
for (const [prefix, lang, tag] of [
  ['/jp/ja-jp', 'ja-JP', ''],
  ['/br/pt-br', 'pt-BR', '@long'],
  ['/mx/es-mx', 'es-MX', '@long'],
] as const) {
  test(`${prefix}: no English text, one heading, and no ordering`, {
    tag: tag || [],
  }, async ({ page }) => {
    for (const path of pages) {
      await page.goto(prefix + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeAttached()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      expect(await englishTexts(page), `${path || '/'} of ${prefix}`).toEqual([])
      if (!path) await audit(page, `${prefix}${path}`)
    }
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('button', { name: /Order|Pedir|注文/ })).toHaveCount(0)
    await expect(banner.getByRole('link', { name: /Cart|Carrinho|カート/ })).toHaveCount(0)
  })
}

test('a country’s path without a language redirects to one of its sites', async ({ page }) => {
  await page.goto('/ca')
  await expect(page).toHaveURL(/\/ca\/[a-z]{2}-[a-z]{2}$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('submenus open on hover and by keys, and cover nothing', async ({ page }) => {
  await page.goto('/ca/fr-ca')
  const nav = page.getByRole('banner').getByRole('navigation')
  const menu = nav.getByRole('button', { name: 'Menu' })
  await menu.hover()
  await expect(nav.getByRole('link', { name: 'Menu et prix' })).toBeVisible()
  await audit(page, 'an open submenu', 'header')
  await nav.getByRole('link', { name: 'Presse' }).hover()
  await expect(nav.getByRole('link', { name: 'Menu et prix' })).toBeHidden()
  await menu.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(nav.getByRole('link', { name: 'Commencer une commande' })).toBeFocused()
  await page.keyboard.press('Enter')
  const chooser = page.getByRole('dialog', { name: 'COMMENCEZ VOTRE COMMANDE' })
  await expect(chooser.getByRole('link', { name: 'On offre aussi un service de traiteur' })).toHaveAttribute(
    'href',
    '/ca/fr-ca/catering',
  )
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1150, height: 800 })
  expect(await horizontalScroll(page)).toBe(0)
})
