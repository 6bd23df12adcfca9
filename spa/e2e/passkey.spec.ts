import type { BrowserContext, Page } from '@playwright/test'
import { audit } from './audit'
import { openAs, signUp } from './customer'
import { journey } from './defineJourney'
import { expectPlaced, fillCheckout, submitOrder } from './flow'
import { mailText } from './sandbox'
import { expect, test } from './test'
import type { TextPatterns } from './texts'

const password = 'Ketchup 57 Mustard'

/** Adds an authenticator to the browser: one that verifies its user, and answers at once. */
async function addAuthenticator(page: Page, context: BrowserContext) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const toasts = (page: Page, text: TextPatterns) =>
  page.getByRole('region', { name: text('app.notifications') }).locator('> *')

test('a passkey is added, signs in from the e-mail field and with its button, and is removed', async ({
  page,
  context,
  user,
  text,
  guest,
}) => {
  const main = page.getByRole('main')
  await addAuthenticator(page, context)
  const session = await signUp(page, context, guest, password, text('account-mail.sign-up-subject'))
  await openAs(page, session, '/user-profile')
  await user.press(main.getByRole('button', { name: text('account.passkey-add') }))
  const removal = main.getByRole('button', {
    name: text('account.passkey-remove', { name: 'Chrome, Linux' }),
  })
  await expect(removal).toBeVisible()
  await expect(toasts(page, text)).toHaveCount(0) // one that fades has too little contrast
  await audit(page, 'the passkeys')

  // On a page without script: the profile would lead to the sign-in page by itself.
  const signOut = async () => {
    await expect(removal).toBeVisible()
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      for (const name of ['jwt_token', 'jwt_token_expiry', 'loggedInUser']) localStorage.removeItem(name)
    })
  }
  // The authenticator answers at once, as if the user had picked the passkey in the list of the e-mail field.
  await signOut()
  await page.goto('/login?return=%2Fuser-profile')
  await expect(page).toHaveURL('/user-profile')

  // A browser without that list has a button.
  await signOut()
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/login?return=%2Fuser-profile')
  const email = page.getByRole('textbox', { name: text('checkout.email') })
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn')
  await user.press(main.getByRole('button', { name: text('account.passkey-use') }))
  await expect(page).toHaveURL('/user-profile')

  await user.press(removal)
  await expect(removal).toHaveCount(0)
})

test('a passkey is offered after a sign-in, and signs in the next time', async ({
  page,
  context,
  user,
  text,
  guest,
}) => {
  await addAuthenticator(page, context)
  await signUp(page, context, guest, password, text('account-mail.sign-up-subject'))
  await page.goto('/login?return=%2Fmenu')
  await user.type(page.getByRole('textbox', { name: text('checkout.email') }), guest.email)
  await user.type(page.getByRole('main').getByLabel(text('account.password')), password)
  await user.press(page.getByRole('button', { name: text('account.login-submit') }))
  await expect(page).toHaveURL('/menu')
  const offer = page.getByRole('group').filter({ has: page.getByText(text('account.passkey-offer')) })
  await expect(offer).toBeVisible()
  await offer.hover() // keeps it on screen
  await expect(toasts(page, text)).toHaveCount(1) // the greeting has faded
  await audit(page, 'the offer of a passkey')
  await user.press(offer.getByRole('button', { name: text('account.passkey-add') }))
  await expect(page.getByText(text('account.passkey-added'))).toBeVisible()
  await page.evaluate(() => {
    for (const name of ['jwt_token', 'jwt_token_expiry', 'loggedInUser']) localStorage.removeItem(name)
  })
  await page.goto('/login?return=%2Fuser-profile')
  await expect(page).toHaveURL('/user-profile')
  await expect(offer).toHaveCount(0)
})

journey(
  'a guest who ordered saves it with a passkey, without a password',
  async ({ page, context, site, user, text, guest, createBasket }) => {
    const main = page.getByRole('main')
    await addAuthenticator(page, context)
    await createBasket()
    await fillCheckout(page, guest, { site, user })
    await submitOrder(page)
    await expectPlaced(page)
    const order = new URL(page.url()).pathname
    await user.press(main.getByRole('button', { name: text('order.save-open') }))
    await user.press(main.getByRole('button', { name: text('account.save-passkey') }))
    await expect(main.getByText(text('account.code-passkey'))).toBeVisible()
    await page.reload()
    await audit(page, 'the code before a passkey')
    const mail = await mailText(context, guest.email, text('account-mail.passkey-sign-up-subject'))
    await user.type(page.getByRole('textbox', { name: text('account.code') }), /\b\d{6}\b/.exec(mail)![0])
    await user.press(main.getByRole('button', { name: text('account.code-submit') }))
    await expect(page).toHaveURL(order)
    await expect(page.getByText(text('account.passkey-added'))).toBeVisible()
  },
)
