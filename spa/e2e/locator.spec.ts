import { search } from './flow'
import { expect, test } from './test'

test('grills near a town, nearest first, and on to a menu', async ({ page }) => {
  await search(page, 'Tulsa, OK')
  await expect(page.getByRole('status').filter({ hasText: 'near Tulsa' })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first().getByRole('heading', { name: /Blue Dome|Brookside/ })).toBeVisible()
  await expect(rows.first()).toContainText('Open · Closes at')
  await page.getByRole('link', { name: 'Order here: Brookside', exact: true }).click()
  await expect(page).toHaveURL('/quote/everyday/brookside-tulsa?type=carryout')
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Brookside, Tulsa')
})

test('a place that is nowhere says what to try, and the field works on', async ({ page, faults }) => {
  faults.expect(/^404: GET .*locations\?/)
  await search(page, 'Xyzzyville')
  await expect(page.getByRole('alert')).toContainText(
    'We could not find Xyzzyville. Try a city, a ZIP or a postal code.',
  )
  const field = page.getByRole('textbox', { name: 'City, state or ZIP' })
  await expect(field).toHaveValue('Xyzzyville')
  await field.fill('Ausitn')
  await field.press('Enter')
  await page
    .getByRole('list', { name: 'Did you mean one of these?' })
    .getByRole('link', { name: 'Austin, TX' })
    .click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('South Congress')
})

test('a grill without online orders gives its phone', async ({ page }) => {
  await page.goto('/quote/everyday/crossroads-kansas-city?type=carryout')
  await expect(page.getByText('This location currently does not offer online ordering.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call (816) 555-0116' })).toHaveAttribute(
    'href',
    'tel:+18165550116',
  )
})

test('a grill that is by appointment only says so', async ({ page }) => {
  await search(page, 'Indianapolis')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('By appointment only')
})

test('no restaurant at the address', async ({ page, faults }) => {
  faults.expect(/^404: GET .*slug\/nowhere/, /^404: GET \/quote\/everyday\/nowhere/)
  expect((await page.goto('/quote/everyday/nowhere?type=carryout'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurant not found!')
  await expect(page).toHaveTitle(/^Restaurant not found!/)
  await page.getByRole('link', { name: 'Find another grill' }).click()
  await expect(page.getByRole('searchbox').or(page.getByRole('search'))).toBeVisible()
})
