import type { Page } from '@playwright/test'
import type { Guest } from './apiClient'
import { auditPage } from './audit'
import { journey } from './defineJourney'
import { loseFirstAnswer, textOf } from './flow'
import { mailText } from './sandbox'
import { expect, test } from './test'
import type { User } from './user'

const main = (page: Page) => page.getByRole('main')

/** Fills in the guest's name and address. */
async function fillContact(page: Page, user: User, guest: Guest, withPhone = false) {
  const text = textOf(page)
  for (const [label, value] of [
    ['form.first-name', guest.firstName],
    ['form.last-name', guest.lastName],
    ['form.email', guest.email],
    ...(withPhone ? ([['form.phone', guest.phone]] as const) : []),
  ] as const)
    await user.type(main(page).getByRole('textbox', { name: text(label) }), value)
}

journey(
  'a guest objects to any sale: the browser at once without the network, then the person',
  async ({ page, context, site, user, text, guest, faults }) => {
    faults.expect(/failed: POST \/api\/survey-management\/do-not-sell/)
    const path = `${site.prefix}/contact/do-not-sell-my-personal-information`
    const button = main(page).getByRole('button', { name: text('forms.no-sale-button') })

    await test.step('the browser', async () => {
      await page.goto(path)
      await expect(button).toBeEnabled()
      await auditPage(page, 'the page before the objection', 'main')
      await user.press(button)
      await expect(main(page).getByText(text('forms.no-sale-on'))).toBeFocused()
      expect((await context.cookies()).find(({ name }) => name === 'cookieConsent')?.value).toBe('refused')
      await page.reload()
      await expect(main(page).getByText(text('forms.no-sale-on'))).toBeVisible()
      await auditPage(page, 'the page after the objection', 'main')
    })

    await test.step('the person once, over a network that fails in the middle', async () => {
      const keys = await loseFirstAnswer(page, 'survey-management/do-not-sell')
      const send = main(page).getByRole('button', { name: text('forms.no-sale-submit') })
      await user.press(send)
      await expect(main(page).getByRole('textbox', { name: text('form.first-name') })).toHaveAttribute(
        'aria-invalid',
      )
      await fillContact(page, user, guest)
      await user.press(send)
      await expect(main(page).getByRole('alert')).toHaveText(text('form.no-answer'))
      await user.press(send)
      await expect(main(page).getByRole('heading', { name: text('forms.no-sale-thanks') })).toBeFocused()
      expect(new Set(keys).size).toBe(1)
      await mailText(context, guest.email, text('form-mail.copy-subject'))
    })
  },
)

journey(
  'a privacy request is confirmed by the mailed code, and names the dates of its answer',
  async ({ page, context, site, user, text, guest, faults }) => {
    faults.expect(
      /failed: POST \/api\/survey-management\/ccpa:/,
      /422: POST \/api\/survey-management\/ccpa\/[^/]+\/verification/,
    )
    const keys = await loseFirstAnswer(page, 'survey-management/ccpa')
    const code = () => main(page).getByRole('textbox', { name: text('forms.privacy-code') })
    const codes = async () =>
      /\b\d{6}\b/.exec(await mailText(context, guest.email, text('form-mail.code-subject')))![0]

    await page.goto(`${site.prefix}/contact/ccpa-privacy-form`)
    await user.choose(main(page).getByRole('radio', { name: text('forms.privacy-know') }))
    await fillContact(page, user, guest)
    const region = site.locale === 'en' ? 'forms.residence-state' : 'forms.residence-province'
    await main(page)
      .getByRole('combobox', { name: text(region) })
      .selectOption(site.locale === 'en' ? 'OK' : 'QC')
    await auditPage(page, 'the request', 'main')
    const send = main(page).getByRole('button', { name: text('forms.privacy-submit') })
    await user.press(send)
    await expect(main(page).getByRole('alert')).toHaveText(text('form.no-answer'))
    await user.press(send)

    await expect(main(page).getByRole('heading', { name: text('forms.privacy-code-heading') })).toBeFocused()
    expect(new Set(keys).size).toBe(1)
    await page.reload() // the phone unloaded the page while the guest read the mail
    await expect(code()).toBeVisible()
    await auditPage(page, 'the code of the request', 'main')
    const mailed = await codes()
    await user.type(code(), mailed === '000000' ? '111111' : '000000')
    await user.press(main(page).getByRole('button', { name: text('forms.privacy-code-submit') }))
    await expect(code()).toHaveAccessibleDescription(text.part('problem.code-wrong'))
    await user.type(code(), mailed)
    await user.press(main(page).getByRole('button', { name: text('forms.privacy-code-submit') }))

    await expect(main(page).getByRole('heading', { name: text('forms.privacy-done-heading') })).toBeFocused()
    const dates = main(page).getByRole('definition')
    await expect(dates).toHaveCount(2)
    await expect(dates.first()).toContainText('2026')
    await auditPage(page, 'the receipt of the request', 'main')
  },
)

journey(
  'a guest applies for a job once over a network that fails in the middle, with hours and a résumé',
  async ({ page, context, site, user, text, guest, faults }) => {
    faults.expect(/failed: POST \/api\/labor-management\/job-applications/)
    const keys = await loseFirstAnswer(page, 'labor-management/job-applications')
    await page.goto(`${site.prefix}/company/work-for-bigdealburger`)
    const form = main(page).getByRole('form')
    await user.type(form.getByRole('searchbox'), site.locale === 'en' ? 'Tulsa' : 'Montréal')
    await user.press(form.getByRole('listitem').getByRole('button').first())
    await form.getByRole('combobox', { name: text('forms.job-role') }).selectOption({ index: 2 })
    const days = form.getByRole('row')
    await user.press(days.nth(2).getByRole('button'))
    await expect(days.nth(2).getByRole('checkbox', { checked: true })).toHaveCount(4)
    await user.choose(days.nth(7).getByRole('checkbox').last())
    await fillContact(page, user, guest, true)
    await form.locator('input[type=file]').setInputFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    await expect(form.getByText(text.part('forms.upload-sent'))).toBeVisible()
    await auditPage(page, 'the application', 'main')
    const send = form.getByRole('button', { name: text('forms.job-submit') })
    await user.press(send)
    const agreement = form.getByRole('checkbox', { name: text('forms.job-agreed') })
    await expect(agreement).toHaveAccessibleDescription(text('forms.job-agreed-required'))
    await page.reload() // everything but the file is still there
    await expect(days.nth(2).getByRole('checkbox', { checked: true })).toHaveCount(4)
    await user.choose(agreement)
    await user.press(send)
    await expect(main(page).getByRole('alert')).toHaveText(text('form.no-answer'))
    await user.press(send)
    await expect(main(page).getByRole('heading', { name: text('forms.job-thanks') })).toBeFocused()
    expect(new Set(keys).size).toBe(1)
    await mailText(context, guest.email, text('form-mail.copy-subject'))
  },
)

journey('a guest enters the contest once', async ({ page, site, user, text, guest, faults }) => {
  faults.expect(
    /4\d\d: POST \/api\/survey-management\/contest/,
    /failed: POST \/api\/survey-management\/contest/,
  )
  await page.goto(`${site.prefix}/promos/contest`)
  const send = main(page).getByRole('button', { name: text('forms.contest-submit') })
  const thanks = main(page).getByRole('heading', { name: text('forms.contest-thanks') })
  const born = main(page).getByLabel(text('forms.contest-birth-date'))
  const enter = async (birthDate: string) => {
    await fillContact(page, user, guest)
    await born.fill(birthDate)
    const region = site.locale === 'en' ? 'forms.residence-state' : 'forms.residence-province'
    await main(page)
      .getByRole('combobox', { name: text(region) })
      .selectOption(site.locale === 'en' ? 'OK' : 'QC')
    await user.choose(main(page).getByRole('checkbox', { name: text('forms.contest-agreed') }))
    await user.press(send)
  }
  await expect(send).toBeVisible()
  await auditPage(page, 'the contest', 'main')

  await enter('2020-02-29')
  await expect(born).toHaveAccessibleDescription(text.part('problem.contest-age'))
  await born.fill('1990-02-28')
  const keys = await loseFirstAnswer(page, 'survey-management/contest')
  await user.press(send)
  await expect(main(page).getByRole('alert')).toHaveText(text('form.no-answer'))
  await user.press(send)
  expect(new Set(keys).size).toBe(1)
  await expect(thanks).toBeFocused()
  await auditPage(page, 'the entry', 'main')

  await user.press(main(page).getByRole('button', { name: text('form.again') }))
  await enter('1990-02-28')
  await expect(main(page).getByRole('textbox', { name: text('form.email') })).toHaveAccessibleDescription(
    text.part('problem.contest-entered'),
  )
})
