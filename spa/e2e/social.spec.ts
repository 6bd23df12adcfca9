import { type Body, journey } from './defineJourney'
import { mailText } from './sandbox'
import { expect, test } from './test'

const signsInAt =
  (provider: string): Body =>
  async ({ page, stack, site: { prefix }, user, text }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(stack.url) && !request.url().startsWith('data:'))
        foreign.push(request.url())
    })
    await page.goto(`${prefix}/login?return=${encodeURIComponent(`${prefix}/cart`)}`)
    await user.press(page.getByRole('button', { name: text('account.social-continue', { provider }) }))
    await user.type(page.getByRole('textbox', { name: `Email at ${provider}` }), 'sam.slider@example.com')
    await user.press(page.getByRole('button', { name: 'Continue' }))
    await expect(page).toHaveURL(`${prefix}/cart`)
    expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeTruthy()
    expect(foreign).toEqual([])
  }

journey('a guest signs in at Google from the cart, and comes back to it', signsInAt('Google'))
test('a guest signs in at Apple from the cart, and comes back to it', signsInAt('Apple'))

test('a guest who cancels at Google stays on the sign-in page', async ({ page, text }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const cancelled = text('account.social-cancelled', { provider: 'Google' })
  await expect(page.getByRole('alert').getByText(cancelled)).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test("Facebook's SDK loads on its press only, and its address is confirmed by mail", async ({
  page,
  text,
}) => {
  const sdk = page.waitForResponse('**/en_US/sdk.js')
  await page.goto('/forgot-password')
  await page.getByRole('link', { name: text('account.login-title') }).click() // loads a document
  await expect(page).toHaveURL(/\/login/)
  const press = page.getByRole('button', { name: 'Continue with Facebook' })
  await expect(press).toBeVisible()
  expect(await page.evaluate(() => 'FB' in window)).toBe(false)
  const opened = page.waitForEvent('popup')
  await press.click()
  await sdk
  const dialog = await opened
  await dialog.getByLabel('Email at Facebook').fill('fran.fry@example.com')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/confirm-email/)
  await expect(page.getByText('fran.fry@example.com')).toBeVisible()
})

test('a customer links Facebook, sets a password after a new sign-in at Google, and unlinks Google', {
  tag: '@long',
}, async ({ page, context, text, faults }) => {
  faults.expect(/428: POST \/api\/auth\/(linked-providers\/facebook|customer\/change-password)$/)
  const email = 'lou.link@example.com'
  const accounts = page.getByRole('region', { name: text('profile.providers') })
  const dialog = page.getByRole('dialog', { name: text('account.confirm-title') })
  const newPassword = page.getByRole('textbox', { name: text('account.new-password') })
  const submit = page.getByRole('button', { name: text('profile.password-submit') })
  const signInAt = async (provider: string) => {
    await page.getByLabel(`Email at ${provider}`).fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/user-profile')
  }
  await page.goto('/login?return=%2Fuser-profile')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await signInAt('Google')

  // The sign-in at Google did not confirm: it may have asked for nothing.
  const link = accounts.getByRole('button', { name: text('profile.provider-link', { provider: 'Facebook' }) })
  const confirmAtGoogle = async () => {
    await dialog
      .getByRole('button', { name: text('profile.confirm-provider', { provider: 'Google' }) })
      .click()
    await signInAt('Google')
    await expect(page.getByText(text('profile.confirm-done'))).toBeVisible()
  }
  await link.click()
  await confirmAtGoogle()
  await link.click()
  await signInAt('Facebook')
  const unlink = (provider: string) =>
    accounts.getByRole('button', { name: text('profile.provider-unlink', { provider }) })
  await expect(unlink('Facebook')).toBeVisible()

  // The proof was a moment ago: the API asks for no other yet.
  let asks = true
  await page.route('**/api/auth/customer/change-password', (route) => {
    if (!asks) return route.continue()
    asks = false
    return route.fulfill({ status: 428, json: { code: 'confirm-again', message: '', errors: [] } })
  })
  await page.getByRole('button', { name: text('profile.password-change') }).click()
  await newPassword.fill('Ketchup 57 Mustard')
  await submit.click()
  await confirmAtGoogle()
  await expect(newPassword).toBeFocused()
  await newPassword.fill('Ketchup 57 Mustard')
  await submit.click()
  await expect(page.getByText(text('profile.password-changed'))).toBeVisible()

  await unlink('Google').click()
  await expect(unlink('Google')).toHaveCount(0)
  await mailText(context, email, /^Google no longer signs you in/)
})
