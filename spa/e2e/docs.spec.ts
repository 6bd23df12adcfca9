import { expect, test } from './test'

test('the page of the API shows its operations under the policy of the site', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Restaurant ordering' })).toBeVisible()
  await page.getByText('/api/online-ordering/orders/kitchen-events').click()
  await expect(page.getByText('X-Kitchen-Signature').first()).toBeVisible()
})
