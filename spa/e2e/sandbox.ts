import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Opens the kitchen simulator in a tab. */
export const kitchen = (context: BrowserContext) => openTab(context, '/sandbox/kitchen')

/** Returns the provider's payments, newest first. */
export async function ledger(context: BrowserContext): Promise<string[]> {
  const page = await openTab(context, '/sandbox/payments')
  const rows = await page.getByRole('region', { name: 'Ledger' }).getByRole('row').allInnerTexts()
  await page.close()
  return rows.slice(1)
}

/** Expects one payment in this state, such as "Captured", and one kitchen ticket for this guest. */
export async function expectOneOrder(context: BrowserContext, firstName: string, state = 'Captured') {
  await expect.poll(() => ledger(context)).toEqual([expect.stringContaining(state)])
  const page = await kitchen(context)
  await expect(page.getByRole('article').filter({ hasText: firstName })).toHaveCount(1)
  await page.close()
}

/** Returns the subjects of the mails sent to this address, newest first. */
export async function mails(context: BrowserContext, to: string): Promise<string[]> {
  const page = await openTab(context, '/sandbox/mail')
  const subjects = await page.getByRole('listitem').filter({ hasText: to }).getByRole('link').allInnerTexts()
  await page.close()
  return subjects
}

/** Waits for a mail with this subject to this address. Returns its plain text. */
export async function mailText(context: BrowserContext, to: string, subject: RegExp): Promise<string> {
  const page = await openTab(context, '/sandbox/mail')
  const mail = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject })
  await expect(async () => {
    await page.reload()
    await expect(mail).toBeVisible({ timeout: 1000 })
  }).toPass()
  await mail.click()
  const text = await page.getByRole('region', { name: 'The mail as plain text' }).innerText()
  await page.close()
  return text
}
