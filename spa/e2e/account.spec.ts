import type { Page } from '@playwright/test'
import { auditPage } from './audit'
import { journey } from './defineJourney'
import { textOf } from './flow'
import { mailText } from './sandbox'
import { expect, lunch, test } from './test'
import type { User } from './user'

// Phones have the customer's links and the sign-in in their menu.
async function openAccountMenu(page: Page, user: User, customer?: string) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const burger = page.getByRole('button', { name: textOf(page)('app.open-menu') })
  if (await burger.isVisible()) await user.press(burger)
  else if (customer) await user.press(page.getByRole('button', { name: customer }))
}

/** Returns the password field; the buttons beside it have names that contain the label. */
const passwordField = (page: Page, label: 'password' | 'confirm-password' | 'new-password') =>
  page.locator('main').getByLabel(textOf(page)(`account.${label}`))

async function signIn(page: Page, user: User, email: string, password: string) {
  const text = textOf(page)
  await user.type(page.getByRole('textbox', { name: text('checkout.email') }), email)
  await user.type(passwordField(page, 'password'), password)
  await user.press(page.getByRole('button', { name: text('account.login-submit') }))
}

journey(
  'a guest signs up at the checkout, signs out and in, and sets a new password',
  async ({ page, context, site, user, text, guest, api, createBasket, faults }) => {
    faults.expect(/401: POST \/api\/auth\/login\/customer/)
    const { prefix } = site
    const path = () => new URL(page.url()).pathname
    const passwords = ['Ketchup 57 Mustard', 'Mustard 57 Ketchup']
    const main = page.getByRole('main')

    const ordered = await api.placeOrder(site.location, lunch, guest)

    await test.step('from the checkout to the sign-up', async () => {
      await createBasket(lunch)
      await page.goto(`${prefix}/checkout`)
      await user.press(main.locator('form').getByRole('link', { name: text('checkout.sign-in') }))
      await expect(page.getByRole('heading', { level: 1, name: text('account.login-heading') })).toBeVisible()
      await auditPage(page, 'the sign-in')
      await user.press(main.getByRole('link', { name: text('account.signup-title') }))
      await expect(
        page.getByRole('heading', { level: 1, name: text('account.signup-heading') }),
      ).toBeFocused()
    })

    await test.step('the form', async () => {
      await user.press(main.getByRole('button', { name: text('account.signup-submit') }))
      const first = page.getByRole('textbox', { name: text('checkout.first-name') })
      await expect(first).toBeFocused()
      await expect(first).toHaveAccessibleDescription(text('problem.field-required'))
      await auditPage(page, 'the sign-up with errors')
      for (const [field, value] of [
        ['checkout.first-name', guest.firstName],
        ['checkout.last-name', guest.lastName],
        ['checkout.phone', guest.phone],
        ['checkout.email', guest.email],
        ['account.confirm-email-field', guest.email],
      ] as const)
        await user.type(page.getByRole('textbox', { name: text(field) }), value)
      await user.type(passwordField(page, 'password'), passwords[0]!)
      await user.type(passwordField(page, 'confirm-password'), passwords[0]!)
      await user.press(main.getByRole('button', { name: text('account.signup-submit') }))
    })

    await test.step('the code of the mail leads back to the checkout', async () => {
      await expect(page.getByRole('heading', { level: 1, name: text('account.code-heading') })).toBeFocused()
      await auditPage(page, 'the code')
      const mail = await mailText(context, guest.email, text('account-mail.sign-up-subject'))
      const code = /\b\d{6}\b/.exec(mail)![0]
      await user.type(page.getByRole('textbox', { name: text('account.code') }), code)
      await user.press(main.getByRole('button', { name: text('account.code-submit') }))
      await expect(page).toHaveURL(`${prefix}/checkout`)
      await expect(main.getByRole('link', { name: text('checkout.sign-in') })).toHaveCount(0)
    })

    await test.step('the order that they placed as a guest is theirs', async () => {
      await page.goto(`${prefix}/user-profile/my-orders`)
      const order = main.getByRole('listitem').getByRole('link')
      await expect(order).toHaveAttribute('href', `${prefix}/orders/${ordered}`)
      await auditPage(page, 'my orders')
    })

    await test.step('sign out', async () => {
      await page.goto(`${prefix}/cart`)
      await openAccountMenu(page, user, guest.firstName)
      await user.press(page.getByRole('button', { name: text('shell.sign-out') }))
      await expect.poll(path).toBe(prefix || '/')
      await expect(page.getByRole('link', { name: text('app.cart-count', { count: 0 }) })).toBeVisible()
      expect((await context.cookies()).map(({ name }) => name)).toContain('cookieConsent')
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('quote')
    })

    await test.step('sign in', async () => {
      await page.goto(`${prefix}/menu`)
      await openAccountMenu(page, user)
      await user.press(page.getByRole('banner').getByRole('link', { name: text('shell.sign-in') }))
      await signIn(page, user, guest.email, passwords[1]!)
      await expect(page.getByRole('alert')).toHaveText(text('problem.credentials-wrong'))
      await signIn(page, user, guest.email, passwords[0]!)
      await expect(page).toHaveURL(`${prefix}/menu`)
    })

    await test.step('set a new password', async () => {
      await page.goto(`${prefix}/forgot-password`)
      await auditPage(page, 'the forgotten password')
      await user.type(page.getByRole('textbox', { name: text('checkout.email') }), guest.email)
      await user.press(main.getByRole('button', { name: text('account.forgot-submit') }))
      await expect(page.getByRole('heading', { name: text('account.forgot-sent-heading') })).toBeFocused()
      const mail = await mailText(context, guest.email, text('account-mail.reset-subject'))
      await page.goto(/http\S+set-password#\S+/.exec(mail)![0])
      await expect(page).toHaveURL(`${prefix}/set-password`)
      await auditPage(page, 'the new password')
      await user.type(passwordField(page, 'new-password'), passwords[1]!)
      await user.press(main.getByRole('button', { name: text('account.set-submit') }))
      await expect(page.getByRole('heading', { name: text('account.set-done-heading') })).toBeFocused()
      await user.press(main.getByRole('link', { name: text('account.login-title') }))
      await signIn(page, user, guest.email, passwords[1]!)
      await expect.poll(path).toBe(prefix || '/')
      await openAccountMenu(page, user, guest.firstName)
      await expect(page.getByRole('link', { name: text('shell.my-orders') })).toBeVisible()
    })
  },
)
