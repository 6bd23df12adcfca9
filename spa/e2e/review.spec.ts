import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import type { Guest } from './apiClient'
import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { expect, lunch, test } from './test'
import type { TextPatterns } from './texts'
import type { User } from './user'

const reference = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/
const buffer = readFileSync(join(import.meta.dirname, '../../shared/picture/testdata/inks.jpg'))
const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer })

async function typeContact(
  page: Page,
  { firstName, lastName, email }: Guest,
  text: TextPatterns,
  user: User,
) {
  await user.type(page.getByRole('textbox', { name: text('form.first-name') }), firstName)
  await user.type(page.getByRole('textbox', { name: text('form.last-name') }), lastName)
  await user.type(page.getByRole('textbox', { name: text('form.email') }), email)
}

const sendButton = (page: Page, text: TextPatterns) => page.getByRole('button', { name: text('form.send') })

/** Expects the answer with the reference, which has the focus. */
async function expectThanks(page: Page, { firstName }: Guest, text: TextPatterns) {
  const thanks = page.getByRole('heading', { name: text('forms.review-thanks', { name: firstName }) })
  await expect(thanks).toBeFocused()
  await expect(page.getByText(reference)).toBeVisible()
}

/** Chooses photographs with the file chooser that the button opens. */
async function choosePhotos(page: Page, button: RegExp, user: User, ...names: string[]) {
  const opened = page.waitForEvent('filechooser')
  await user.press(page.getByRole('button', { name: button }))
  await (await opened).setFiles(names.map(photo))
}

journey(
  'a review keeps everything through a slow, a cancelled and a failed photograph, and a lost answer',
  async ({ page, site, guest, text, user, faults }) => {
    faults.expect(/^failed: POST .*\/uploads/, /^failed: POST .*\/reviews/)
    await page.goto(`${site.prefix}/contact/review-us`)
    await user.press(sendButton(page, text))
    const main = page.getByRole('main')
    await expect(main.getByText(text('problem.location-required'))).toHaveCount(2)
    await expect(main.getByText(text('problem.rating-required'))).toHaveCount(2)
    await audit(page, 'a review without a restaurant', 'main form')

    await user.type(page.getByRole('searchbox', { name: text('forms.review-location') }), site.locationName)
    await user.press(page.getByRole('button', { name: new RegExp(`^${site.locationName}`) }))
    await user.choose(page.getByRole('radio', { name: /^4/ }))
    await user.type(
      page.getByRole('textbox', { name: text('forms.review-message') }),
      'Hot, loud, right.\nAgain!',
    )

    // A slow network: the first two photographs wait, the third one breaks off.
    const { promise: fast, resolve: release } = Promise.withResolvers<void>()
    let uploads = 0
    await page.route('**/survey-management/uploads?*', async (route) => {
      if (++uploads === 3) return route.abort('connectionreset')
      if (uploads < 3) await fast
      await route.continue().catch(() => {}) // cancelled meanwhile
    })
    await choosePhotos(page, text('forms.upload-add'), user, 'burger.jpg', 'thumb.jpg')
    await expect.poll(() => uploads).toBe(2)
    await choosePhotos(page, text('forms.upload-add-more'), user, 'table.jpg')
    await expect(page.getByRole('progressbar')).toHaveCount(2)
    const button = (key: 'forms.upload-cancel' | 'forms.upload-remove' | 'app.try-again', name: string) =>
      page.getByRole('button', { name: new RegExp(`${text.part(key).source}.${name}`) })
    await expect(button('app.try-again', 'table.jpg')).toBeVisible()
    await audit(page, 'photographs on their way', 'main form')
    expect(await horizontalScroll(page)).toBe(0)
    await user.press(button('forms.upload-cancel', 'thumb.jpg'))
    await user.press(sendButton(page, text))
    await expect(main.getByText(text('forms.upload-wait'))).toHaveCount(2)
    release()
    await user.press(button('app.try-again', 'table.jpg'))
    await expect(main.getByText(text('forms.upload-sent'))).toHaveCount(2)

    await typeContact(page, guest, text, user)
    await user.choose(page.getByRole('checkbox', { name: text('forms.review-agreed') }))
    const sent: Request[] = []
    await page.route('**/survey-management/reviews', async (route) => {
      sent.push(route.request())
      if (sent.length > 1) return route.continue()
      await route.fetch() // it arrives, and its answer is lost
      await route.abort('connectionreset')
    })
    await user.press(sendButton(page, text))
    await expect(main.getByRole('alert').filter({ hasText: text.part('form.no-answer') })).toBeVisible()
    await user.press(sendButton(page, text))
    await expectThanks(page, guest, text)
    await audit(page, 'a review that was sent', 'main')
    const [first, second] = sent.map((request) => [request.headers()['idempotency-key'], request.postData()])
    expect(second).toEqual(first)
    expect(sent[0]!.postDataJSON()).toMatchObject({
      locationId: site.location,
      rating: 4,
      message: 'Hot, loud, right.\nAgain!',
      photos: [expect.stringMatching(/\.jpg$/), expect.stringMatching(/\.jpg$/)],
      agreed: true,
    })
  },
)

test.describe('with an automatic kitchen', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  journey(
    'an order is reviewed layer by layer, and its token is in no URL',
    async ({ page, site, guest, text, menuName, user, api, stack }) => {
      const token = await api.placeOrder(site.location, lunch, guest)
      await stack.passTime('1m')
      const link = page.getByRole('link', { name: text('order.review') })
      await expect(async () => {
        await page.goto(`${site.prefix}/orders/${token}`)
        await expect(link).toBeVisible({ timeout: 3000 })
      }).toPass()
      const urls: string[] = []
      page.on('request', (request) => urls.push(request.url()))
      await user.press(link)
      await expect(page).toHaveURL(`${stack.url}${site.prefix}/contact/review-us`)
      const main = page.getByRole('main')
      await expect(main.getByText(text('forms.review-of'))).toBeVisible()

      const burger = page.getByRole('region', { name: menuName('the-big-deal') })
      const layer = (key: 'food.patty' | 'food.onions') =>
        burger.getByRole('button', { name: new RegExp(`^${text.part(key).source}`) })
      await user.press(layer('food.patty'))
      await user.press(layer('food.onions'))
      await user.press(layer('food.onions'))
      await expect(layer('food.patty')).toContainText(text.part('forms.review-layer-good'))
      await expect(layer('food.onions')).toContainText(text.part('forms.review-layer-wrong'))
      await user.choose(page.getByRole('radio', { name: /^3/ }))
      await audit(page, 'the review of an order', 'main form')
      expect(await horizontalScroll(page)).toBe(0)
      await typeContact(page, guest, text, user)
      const [sent] = await Promise.all([
        page.waitForRequest('**/survey-management/reviews'),
        user.press(sendButton(page, text)),
      ])
      await expectThanks(page, guest, text)
      expect(sent.postDataJSON()).toMatchObject({
        locationId: site.location,
        orderToken: token,
        layers: [
          { itemId: 'the-big-deal', part: 'patty', verdict: 'good' },
          { itemId: 'the-big-deal', part: 'onions', verdict: 'wrong' },
        ],
      })
      // The API reads the order by its token in the path, as its own page does; nothing else has it.
      expect(urls.filter((url) => url.includes(token) && !url.includes('/online-ordering/orders/'))).toEqual(
        [],
      )
    },
  )
})
