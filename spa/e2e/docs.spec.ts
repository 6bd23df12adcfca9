import { expect, test } from './test'

test('the API’s page shows its operations under the site’s CSP', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Restaurant ordering' })).toBeVisible()
  await page.getByText('/api/online-ordering/orders/kitchen-events').click()
  await expect(page.getByText('X-Kitchen-Signature').first()).toBeVisible()
})
