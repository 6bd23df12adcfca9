import { audit, horizontalScroll, layoutShifts } from './audit'
import { expect, test } from './test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the board lists every dish, with the prices of the chosen location', async ({ page, site, text }) => {
  await page.goto(`${site.prefix}/menu`)
  const main = page.getByRole('main')
  const dish = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'The Big Deal' }) })
  await expect(dish).not.toContainText('$')
  await main.getByRole('combobox', { name: text('app.place') }).fill(site.city)
  await main.getByRole('button', { name: text('board.find') }).click()
  await main.getByRole('link', { name: site.locationName }).click()
  await expect(page).toHaveURL(new RegExp(`/menu\\?at=${site.slug}$`))
  await expect(dish).toContainText('$7.95')
  await audit(page, 'the board with prices', 'main')
  await page.reload()
  await expect(dish).toContainText('$7.95')
  await dish.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/quote/everyday/${site.slug}/burgers/the-big-deal`))
})

test('the nutrition table is sorted and filtered by keyboard, and Back keeps it', async ({ page, text }) => {
  await page.goto('/company/nutritional')
  const table = page.getByRole('table')
  const first = table.getByRole('rowheader').first()
  await expect(first).toContainText('The Big Deal')
  const calories = table.getByRole('columnheader', { name: text('nutrition.calories') })
  await calories.getByRole('button').press('Enter')
  await expect(calories).toHaveAttribute('aria-sort', 'ascending')
  await calories.getByRole('button').press('Enter')
  await expect(calories).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('The Tailgate')
  await page.getByRole('button', { name: text('app.allergen-wheat') }).press('Space')
  await expect(page).toHaveURL(/sort=heaviest&without=wheat$/)
  await expect(first).not.toContainText('The Tailgate')
  await expect(table.getByRole('row', { name: /wheat/ })).toHaveCount(0)
  await page.reload()
  await expect(calories).toHaveAttribute('aria-sort', 'descending')
  expect(await layoutShifts(page)).toEqual([])
  await audit(page, 'the nutrition table', 'main')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await horizontalScroll(page)).toBe(0)
})

test('a post links to the previous and the next one', async ({ page, text }) => {
  await page.goto('/press/blog')
  const stories = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(stories.first()).toBeVisible()
  const [newest, second] = await stories.allTextContents()
  await page.getByRole('link', { name: newest! }).click()
  await expect(page.getByRole('heading', { level: 1, name: newest! })).toBeFocused()
  await page.getByRole('link', { name: text.part('press.previous') }).click()
  await expect(page.getByRole('heading', { level: 1, name: second! })).toBeFocused()
  await page.getByRole('link', { name: text.part('press.next') }).click()
  await expect(page.getByRole('heading', { level: 1, name: newest! })).toBeFocused()
  await audit(page, 'a story', 'main')
})

test('a button with a long word stays within its ticket with large text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ca/fr-ca/promos/current-deals')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const order = page.getByRole('main').getByRole('link', { name: 'Commencer une commande' }).last()
  const [button, line] = await order.evaluate((link) =>
    [link, link.parentElement!].map((element) => element.getBoundingClientRect().right),
  )
  expect(button).toBeLessThanOrEqual(line! + 1)
})
