import { setBasketCookie } from './apiClient'
import { audit, horizontalScroll, largeTextFaults } from './audit'
import { journey } from './defineJourney'
import { expectPlaced, fillCheckout, openDish, submitOrder } from './flow'
import { mailText } from './sandbox'
import { expect, lunch, test } from './test'

journey(
  'a guest who ordered adds a password, and orders again as a customer with a shelf and a favorite',
  async ({ page, context, stack, site, user, text, menuName, guest, api }) => {
    const { prefix } = site
    const main = page.getByRole('main')
    const button = (name: RegExp) => main.getByRole('button', { name })
    const name = page.getByRole('textbox', { name: text('item.shelf-name') })
    const keep = async (dish: string, as: string) => {
      await user.press(button(text('item.keep-name', { name: menuName(dish) })))
      await user.type(name, as)
      // With large text a notification covers the footer.
      await expect(page.getByRole('region', { name: text('app.notifications') }).locator('> *')).toHaveCount(
        0,
      )
      await look(`${as}, to keep`)
      await user.press(button(text('item.keep-submit')))
      await expect(page.getByText(text('item.kept', { name: as })).last()).toBeVisible()
    }
    const look = async (name: string) => {
      const size = page.viewportSize()!
      await audit(page, name, 'main')
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await horizontalScroll(page), `px that ${name} scrolls sideways at 320`).toBe(0)
      expect.soft(await largeTextFaults(page), `${name} with large text`).toEqual([])
      await page.setViewportSize(size)
    }

    await test.step('after the order only a password is missing', async () => {
      await setBasketCookie(context, stack.url, await api.createBasket(site.location, lunch))
      await fillCheckout(page, guest, { site, user })
      await submitOrder(page)
      await expectPlaced(page)
      const order = new URL(page.url()).pathname
      await look('the offer after an order')
      await user.press(button(text('order.save-open')))
      await user.type(main.getByLabel(text('account.password')), 'Ketchup 57 Mustard')
      await user.press(button(text('account.save-submit')))
      const mail = await mailText(context, guest.email, text('account-mail.sign-up-subject'))
      await user.type(page.getByRole('textbox', { name: text('account.code') }), /\b\d{6}\b/.exec(mail)![0])
      await user.press(button(text('account.code-submit')))
      await expect(page).toHaveURL(order)
      await expect(main.getByRole('heading', { name: text('order.save-heading') })).toHaveCount(0)
    })

    await test.step('a dish of the order is kept, and the receipt is printed', async () => {
      await keep('pit-fries', 'Frites')
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await user.press(button(text('order.print')))
      await expect(page.locator('[data-printed]')).toHaveCount(1)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner').or(page.getByRole('contentinfo'))).toHaveCount(0)
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(main.getByRole('link')).toHaveCount(1) // the phone number
      await expect(main.getByText(menuName('pit-fries'))).toBeVisible()
      await page.emulateMedia({ media: null })
    })

    await test.step('the checkout knows the customer', async () => {
      await setBasketCookie(context, stack.url, await api.createBasket(site.location, lunch))
      await page.goto(`${prefix}/checkout`)
      await expect(page.getByRole('textbox', { name: text('checkout.email') })).toHaveValue(guest.email)
      await expect(page.getByRole('textbox', { name: text('checkout.last-name') })).toHaveValue(
        guest.lastName,
      )
    })

    await test.step('a dish is kept, renamed, and ordered in two taps', async () => {
      await openDish(page, site.slug, 'burgers/the-big-deal', prefix)
      await keep('the-big-deal', 'Friday')
      await page.goto(`${prefix}/quote/everyday/${site.slug}`)
      await user.press(main.getByRole('link', { name: text('item.shelf') }))
      const shelf = page.getByRole('region', { name: text('item.shelf') })
      await user.press(
        shelf.getByRole('button', { name: text('item.shelf-rename-name', { name: 'Friday' }) }),
      )
      await user.type(name, 'Payday')
      await user.press(shelf.getByRole('button', { name: text('item.shelf-rename') }))
      await expect(shelf.getByRole('heading', { name: 'Payday' })).toBeVisible()
      await look('the shelf')
      await user.press(shelf.getByRole('link', { name: text('item.shelf-order-name', { name: 'Payday' }) }))
      await user.press(main.getByRole('button', { name: /\d[.,]\d\d/ }))
      await expect(page).toHaveURL(/#burgers$/)
    })

    await test.step('a favorite stays', async () => {
      await page.goto(`${prefix}/locations/${site.cityPath}`)
      const heart = main.getByRole('button', { name: text.part('locations.favorite') }).first()
      const saved = page.waitForResponse(/\/locations\/favorite\/./)
      await user.press(heart)
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
      expect((await saved).ok()).toBe(true)
      await page.reload()
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
      await look('a favorite')
    })
  },
)
