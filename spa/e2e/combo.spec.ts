import type { Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { openDish } from './flow'
import { expect, test } from './test'

/** What an answer of the combo asks next, folded up or not. */
const inside = (page: Page, way: string) => page.locator('details').filter({ hasText: way })

test('a combo is put together without getting lost, edited with its choices, removed and put back', {
  tag: '@both',
}, async ({ page }) => {
  await openDish(page, 'brookside-tulsa', 'combos/big-deal-combo')
  const burger = inside(page, 'The burger › The Big Deal')
  const summary = burger.locator('> summary')
  await expect(summary).toContainText('Bun: Seeded')
  await expect(page.getByRole('radio', { name: /^Brioche/ })).toBeHidden()
  await audit(page, 'a combo, folded', 'main')

  await test.step('the burger its own way', async () => {
    await summary.press('Enter')
    await burger.getByRole('radio', { name: /^Brioche/ }).check()
    await burger.getByRole('checkbox', { name: 'Tomato' }).uncheck()
    await expect(summary).toContainText('Bun: Brioche, No Tomato')
    await audit(page, 'a combo, opened', 'main')
    expect(await sideways(page)).toBe(0)
    await burger.getByRole('button', { name: 'Done with The Big Deal' }).click()
    await expect(summary).toBeFocused()
    await expect(summary).toBeInViewport()
  })

  await test.step('another drink asks its own questions', async () => {
    await page.getByRole('radio', { name: 'Iced tea' }).check()
    await expect(inside(page, 'The drink › Iced tea')).toBeVisible()
    await expect(inside(page, 'The drink › Fountain drink')).toHaveCount(0)
  })

  await page.getByRole('button', { name: /^Add 1/ }).click()
  await expect(page.getByRole('link', { name: /^Cart, 1 item/ })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('main')).toContainText('No Tomato')

  await test.step('an edit begins with what was chosen', async () => {
    await page.getByRole('link', { name: 'Edit Big Deal Combo' }).click()
    await expect(summary).toContainText('Bun: Brioche, No Tomato')
    await expect(page.getByRole('radio', { name: 'Iced tea' })).toBeChecked()
    await summary.click()
    await burger.getByRole('checkbox', { name: 'Tomato' }).check()
    await page.getByRole('button', { name: /^Save 1/ }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('main')).not.toContainText('No Tomato')
    await expect(page.getByRole('main')).toContainText('Brioche')
  })

  await test.step('removed, it can be put back as it was', async () => {
    await page.getByRole('button', { name: 'Remove Big Deal Combo' }).click()
    await page.getByRole('button', { name: 'Undo: keep Big Deal Combo' }).press('Enter')
    await expect(page.getByRole('main')).toContainText('Brioche')
  })
})
