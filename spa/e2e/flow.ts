import { expect, type Page } from '@playwright/test'

/** Finds restaurants as a guest does, from the start order page of the market. */
export async function search(page: Page, place: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday?type=carryout`)
  await page.getByRole('search').getByRole('textbox').fill(place)
  await page.getByRole('search').getByRole('textbox').press('Enter')
}

/** The menu of a restaurant, by its deep link. */
export async function openMenu(page: Page, store: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${store}?type=carryout`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** The page of a dish, by its deep link. */
export async function openDish(page: Page, store: string, dish: string, prefix = '') {
  await page.goto(`${prefix}/quote/everyday/${store}/${dish}?type=carryout`)
  await expect(page.getByRole('button', { name: /^(Add|Ajouter) \d/ })).toBeVisible()
}
