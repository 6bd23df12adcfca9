import { auditPage } from './audit'
import { signUp } from './customer'
import { journey } from './defineJourney'
import { mailText } from './sandbox'
import { expect, test } from './test'

const password = 'Ketchup 57 Mustard'

journey(
  'a customer fills in the profile, moves to a new e-mail address, and keeps an account that was to be deleted',
  async ({ page, context, site, user, text, guest, faults }) => {
    faults.expect(/428: POST \/api\/my-profile\/email$/)
    const main = page.getByRole('main')
    const field = (name: string | RegExp) => main.getByRole('textbox', { name })
    const button = (name: RegExp) => main.getByRole('button', { name })
    const section = (name: RegExp) => main.getByRole('region', { name })
    const saveIn = (name: RegExp) => section(name).getByRole('button', { name: text('account.save') })
    // With large text a notification covers the footer for three seconds.
    const auditWithoutToasts = async (name: string) => {
      const toasts = page.getByRole('region', { name: text('app.notifications') })
      await expect(toasts.locator('> *')).toHaveCount(0)
      await auditPage(page, name)
    }
    const saved = page.getByText(text('profile.saved')).last()

    await test.step('a guest signs in first, and returns', async () => {
      await signUp(page, context, guest, password, /^\d{6} /)
      await page.goto(`${site.prefix}/user-profile`)
      await expect(page).toHaveURL(/\/login\?return=/)
      await user.type(field(text('checkout.email')), guest.email)
      await user.type(main.getByLabel(text('account.password')), password)
      await user.press(button(text('account.login-submit')))
      await expect(page).toHaveURL(`${site.prefix}/user-profile`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(guest.firstName)
      await expect(page.locator('[data-loading]')).toHaveCount(0)
      await auditWithoutToasts('the profile')
    })

    await test.step('name and birthday', async () => {
      const contact = text('profile.contact')
      await user.type(field(text('checkout.first-name')), 'Annabel')
      await section(contact)
        .getByRole('combobox', { name: text('profile.month') })
        .selectOption('2')
      await section(contact)
        .getByRole('combobox', { name: text('profile.day') })
        .selectOption('29')
      await user.press(saveIn(contact))
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Annabel')
    })

    await test.step('an address and a car', async () => {
      const isCanada = site.prefix.startsWith('/ca')
      const delivery = text('profile.delivery')
      await user.press(button(text('profile.delivery-add')))
      await user.press(saveIn(delivery))
      await expect(field(text('account.address'))).toBeFocused()
      await auditWithoutToasts('the address form with errors')
      await user.type(field(text('account.address')), '41 Main St')
      await user.type(field(text('payment.city')), isCanada ? 'Montréal' : 'Tulsa')
      await user.type(field(text(isCanada ? 'payment.province' : 'payment.state')), isCanada ? 'QC' : 'OK')
      await user.type(
        field(text(isCanada ? 'payment.postal-code' : 'payment.zip')),
        isCanada ? 'H2X 1Y4' : '74103',
      )
      await user.press(saveIn(delivery))
      await expect(section(delivery).getByRole('listitem')).toHaveCount(1)
      const cars = text('profile.cars')
      await user.press(button(text('profile.car-add')))
      await user.type(field(text('curbside.make')), 'Honda')
      await user.type(field(text('curbside.model')), 'Civic')
      await user.type(field(text(isCanada ? 'curbside.colour-CA' : 'curbside.colour-US')), 'red')
      await user.press(saveIn(cars))
      await expect(section(cars).getByRole('listitem')).toContainText('Honda Civic, red')
    })

    await test.step('offers, off until chosen', async () => {
      const box = main.getByRole('checkbox', { name: text('profile.marketing-email') })
      await expect(box).not.toBeChecked()
      await user.choose(box)
      await expect(box).toBeChecked()
      await expect(saved).toBeVisible()
    })

    await test.step('a new e-mail address, with the password and a mailed code', async () => {
      const address = `new-${guest.email}`
      // The sign-in was a moment ago: the API asks for no other proof yet.
      let asks = true
      await page.route('**/api/my-profile/email', (route) => {
        if (!asks) return route.continue()
        asks = false
        return route.fulfill({ status: 428, json: { code: 'confirm-again', message: '', errors: [] } })
      })
      await user.press(button(text('profile.email-change')))
      await user.type(field(text('profile.email-new')), address)
      await user.type(field(text('account.confirm-email-field')), address)
      await user.press(button(text('profile.email-submit')).first())
      const dialog = page.getByRole('dialog', { name: text('account.confirm-title') })
      await expect(dialog).toBeVisible()
      await user.type(dialog.getByLabel(text('account.password')), password)
      await user.press(dialog.getByRole('button', { name: text('account.confirm-submit') }))
      await expect(dialog).toBeHidden()
      const mail = await mailText(context, address, /^\d{6} /)
      await user.type(field(text('account.code')), /\b\d{6}\b/.exec(mail)![0])
      await user.press(button(text('profile.email-confirm')))
      await expect(section(text('checkout.email')).getByText(address)).toBeVisible()
    })

    await test.step('the account is to be deleted, and is kept', async () => {
      await user.press(button(text('profile.deletion-ask')))
      await user.press(button(text('profile.deletion-confirm')))
      await expect(main.getByText(text('profile.deletion-due'))).toBeVisible()
      await auditWithoutToasts('the filled profile')
      await user.press(button(text('profile.deletion-keep')))
      await expect(main.getByText(text('profile.deletion-due'))).toHaveCount(0)
    })

    await test.step('the data as a file', async () => {
      const download = page.waitForEvent('download')
      await user.press(button(text('profile.data-download')))
      expect((await download).suggestedFilename()).toMatch(/\.json$/)
    })
  },
)
