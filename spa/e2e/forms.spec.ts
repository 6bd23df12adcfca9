import type { Page } from '@playwright/test'
import { audit, horizontalScroll, largeTextFaults, layoutShifts, smallTargets } from './audit'
import { journey } from './defineJourney'
import { loseFirstAnswer } from './flow'
import { expect, test } from './test'
import type { TextPatterns } from './texts'
import type { User } from './user'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The form of the page, once it works: it is static until the first interaction. */
async function formOf(page: Page) {
  await page.mouse.move(5, 5)
  const form = page.getByRole('main').locator('form')
  await expect(form.locator('button[type=submit]')).toBeVisible()
  return form
}

/** Fills in name and email address. */
async function fillContact(page: Page, user: User, text: TextPatterns) {
  await user.type(page.getByRole('textbox', { name: text('form.first-name') }), 'Ada')
  await user.type(page.getByRole('textbox', { name: text('form.last-name') }), 'Pit')
  await user.type(page.getByRole('textbox', { name: text('form.email') }), 'ada@example.com')
}

/** Expects the answer, which has the focus and names the reference. */
async function expectReference(page: Page) {
  const thanks = page.getByRole('heading', { level: 3, name: /Ada/ })
  await expect(thanks).toBeFocused()
  await expect(thanks).toHaveAccessibleDescription(/[0-9A-Z]{4}-[0-9A-Z]{4}/)
}

/** Audits the part of the page with the form: axe, targets, reflow at 320 px, large text. */
async function auditForm(page: Page, name: string) {
  await audit(page, name, 'main')
  expect.soft(await smallTargets(page), `targets below 24 px, ${name}`).toEqual([])
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await horizontalScroll(page), `px that ${name} scrolls sideways at 320`).toBe(0)
  expect.soft(await largeTextFaults(page), `${name} with large text`).toEqual([])
  await page.setViewportSize(size)
}

journey(
  'feedback is sent once over a network that fails in the middle',
  async ({ page, site, user, text, faults }) => {
    faults.expect(/^failed: POST .*\/survey-management\/feedback/)
    const keys = await loseFirstAnswer(page, 'survey-management/feedback')
    await page.goto(`${site.prefix}/contact/general-feedback`)
    await formOf(page)
    expect(await layoutShifts(page)).toEqual([])
    const send = page.getByRole('button', { name: text('form.send') })
    await user.press(send)
    const summary = page.locator(':focus')
    await expect(summary).toContainText(text.part('form.subject-required'))
    await auditForm(page, 'a form with errors')
    await user.press(page.getByRole('button', { name: text('form.subject-required') }))
    await user.choose(page.getByRole('radio', { name: text('forms.feedback-praise') }))
    await user.type(page.getByRole('textbox', { name: text('form.message') }), 'Good pickles.')
    const search = page.getByRole('searchbox', { name: text('forms.location-optional') })
    await user.type(search, site.city)
    await user.press(page.getByRole('button', { name: new RegExp(`^${site.locationName}`) }))
    await expect(page.getByRole('button', { name: text('forms.location-change') })).toBeFocused()
    await fillContact(page, user, text)
    await user.press(send)
    await expect(page.getByRole('alert')).toHaveText(text('form.no-answer'))
    await page.reload()
    await formOf(page)
    await expect(page.getByRole('textbox', { name: text('form.message') })).toHaveValue('Good pickles.')
    await expect(page.getByText(site.locationName, { exact: true })).toBeVisible()
    await user.press(send)
    await expectReference(page)
    expect(new Set(keys).size).toBe(1)
    await auditForm(page, 'the answer to a form')
  },
)

journey(
  'a message to the guest line waits for the connection and is sent once; the next one begins empty',
  async ({ page, context, site, user, text, faults }) => {
    faults.expect(
      /^failed: .*ERR_INTERNET_DISCONNECTED/,
      /^failed: POST .*\/survey-management\/talk: net::ERR_CONNECTION_RESET/,
    )
    await page.goto(`${site.prefix}/contact/talk-to-bigdealburger`)
    await formOf(page)
    await user.choose(page.getByRole('radio', { name: text('form.subject-lost-receipt') }))
    await user.type(page.getByRole('textbox', { name: text('form.order-number-optional') }), 'A-17')
    await user.type(page.getByRole('searchbox', { name: text('forms.location-optional') }), site.locationName)
    await user.press(page.getByRole('button', { name: new RegExp(`^${site.locationName}`) }).first())
    await user.type(page.getByRole('textbox', { name: text('form.message') }), 'It went with the tray.')
    await fillContact(page, user, text)
    await context.setOffline(true)
    await user.press(page.getByRole('button', { name: text('form.send') }))
    await expect(page.getByRole('alert')).toHaveText(text('form.offline'))
    await context.setOffline(false)
    const keys = await loseFirstAnswer(page, 'survey-management/talk')
    await user.press(page.getByRole('button', { name: text('form.send') }))
    await expect(page.getByRole('alert')).toHaveText(text('form.no-answer'))
    await user.press(page.getByRole('button', { name: text('form.send') }))
    await expectReference(page)
    expect(new Set(keys).size).toBe(1)
    await user.press(page.getByRole('button', { name: text('form.again') }))
    await expect(page.getByRole('textbox', { name: text('form.message') })).toHaveValue('')
  },
)

journey(
  'a catered event is rated, with the location that cooked',
  async ({ page, site, user, text, faults }) => {
    faults.expect(/^failed: POST .*\/survey-management\/catering-feedback/)
    const keys = await loseFirstAnswer(page, 'survey-management/catering-feedback')
    await page.goto(`${site.prefix}/catering/feedback`)
    await formOf(page)
    const search = page.getByRole('searchbox', { name: text('forms.catering-location') })
    await user.type(search, site.locationName)
    await user.press(page.getByRole('button', { name: new RegExp(`^${site.locationName}`) }).first())
    await page.locator('input[type=date]').fill('2026-11-14')
    await user.type(page.getByRole('textbox', { name: text('forms.catering-guests') }), '40')
    await user.choose(page.getByRole('radio', { name: /^4/ }))
    await user.type(
      page.getByRole('textbox', { name: text('form.message') }),
      'The ribs were gone in nine minutes.',
    )
    await fillContact(page, user, text)
    await auditForm(page, 'a filled-in form')
    const send = page.getByRole('button', { name: text('form.send') })
    await user.press(send)
    await expect(page.getByRole('alert')).toHaveText(text('form.no-answer'))
    await user.press(send)
    await expectReference(page)
    expect(new Set(keys).size).toBe(1)
  },
)

test('a country without ordering has the form in its language, with texts of its own', async ({ page }) => {
  await page.goto('/jp/ja-jp/contact/talk-to-bigdealburger')
  await formOf(page)
  await page.getByRole('button', { name: '送る', exact: true }).click()
  await expect(page.locator(':focus')).toContainText('ひとことお書きください。')
  await audit(page, 'a form in Japanese', 'main form')
  await page.getByRole('radio', { name: 'お褒めの言葉' }).click()
  await page.getByRole('textbox', { name: 'お便りの内容' }).fill('ごちそうさまでした。')
  await page.getByRole('textbox', { name: '名', exact: true }).fill('Ada')
  await page.getByRole('textbox', { name: '姓', exact: true }).fill('Pit')
  await page.getByRole('textbox', { name: 'メールアドレス' }).fill('ada@example.com')
  await page.getByRole('button', { name: '送る', exact: true }).click()
  await expectReference(page)
})
