import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { audit, sideways } from './audit'
import { Counter, carry } from './counter'
import { expectPlaced, place, readyToPlace } from './flow'
import { expect, test } from './test'
import { way } from './ways'

const burger = { 'the-big-deal': 2, 'pit-fries': 1 }

/** Opens the kitchen simulator in a tab. */
async function kitchen(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/sandbox/kitchen')
  return page
}

/** Opens an order with a mocked clock, because the page polls every few seconds. */
async function follow(page: Page, token: string, prefix = '') {
  await page.clock.install()
  await page.goto(`${prefix}/orders/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Advances the clock until the title appears. */
async function comesTo(page: Page, title: RegExp) {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5000)
        return page.title()
      },
      { timeout: 20_000 },
    )
    .toMatch(title)
}

/** Returns the mails sent to this address, newest first. */
async function mails(context: BrowserContext, to: string): Promise<string[]> {
  const page = await context.newPage()
  await page.goto('/sandbox/mail')
  const subjects = await page.getByRole('listitem').filter({ hasText: to }).getByRole('link').allInnerTexts()
  await page.close()
  return subjects
}

/** Expects the provider's only payment to be refunded. */
async function expectGivenBack(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/sandbox/payments')
  await expect(page.getByRole('region', { name: 'Ledger' }).getByRole('row')).toContainText([
    /Time/,
    /Given back/,
  ])
  await page.close()
}

test.describe('with a kitchen that works by itself', () => {
  test.use({ own: { KITCHEN_PACE: '1' } })

  test('the status updates to ready and done without a reload', async ({ page, stack, guest, context }) => {
    const token = await new Counter(stack.url).order('bdb-1001', burger, guest)
    await follow(page, token)
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    await stack.passTime('1m')
    await comesTo(page, /in your hands/)
    const tracker = page.getByRole('region', { name: 'How your order stands' })
    await expect(tracker.getByRole('listitem')).toHaveText([
      /Got it.*\(done\)/s,
      /On the fire.*\(done\)/s,
      /Bagged and hot.*\(done\)/s,
      /In your hands.*\(done\)/s,
    ])
    await expect(page.getByRole('status').filter({ hasText: 'Come back hungry.' })).toBeVisible()
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
    await expect
      .poll(() => mails(context, guest.email))
      .toEqual([expect.stringMatching(/^Order .* is ready$/), expect.stringMatching(/^Order .*: ready at/)])
  })
})

way(
  'an order for another day can be added to the calendar',
  async ({ page, context, stack, guest, site, say, hand }) => {
    const counter = new Counter(stack.url, site.locale)
    const first = await counter.basket(site.location, burger)
    const { day } = await counter.times(first, '2026-11-21')
    await carry(context, stack.url, await counter.holdAt(first, day.slots[0]!.start))
    await readyToPlace(page, guest, { site, hand })
    await place(page)
    await expectPlaced(page)
    const download = page.waitForEvent('download')
    await hand.press(page.getByRole('link', { name: say('order.calendar') }))
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(file).toContain('DTSTART:20261121T')
    expect(file.replaceAll('\r\n ', '').replaceAll('\\,', ',')).toMatch(say.part('calendar.pickup'))
    await hand.press(page.getByRole('link', { name: say('app.logo') }))
    await hand.press(page.getByRole('link', { name: say('shell.track') }).filter({ visible: true }))
    await expectPlaced(page)
  },
  { onlyLong: true },
)

test.describe('with a kitchen moved by hand', () => {
  test.use({ own: { KITCHEN_PACE: '3600' } })

  way('the guest cancels and gets a refund', async ({ page, stack, guest, context, site, say, hand }) => {
    const token = await new Counter(stack.url, site.locale).order(site.location, burger, guest)
    await page.goto(`${site.prefix}/orders/${token}`)
    const cancel = page.getByRole('button', { name: say('order.cancel') })
    const dialog = page.getByRole('dialog', { name: say('order.cancel-title') })
    await hand.press(cancel)
    await audit(page, 'cancelling', 'dialog[open]')
    expect(await sideways(page)).toBe(0)
    await hand.press(dialog.getByRole('button', { name: say('order.cancel-no') }))
    await expect(dialog).toBeHidden()
    await expect(cancel).toBeFocused()
    await hand.press(cancel)
    await hand.press(dialog.getByRole('button', { name: say('order.cancel-yes') }))
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(say.part('order.poster-cancelled'))
    await expect(heading).toBeFocused()
    await expect(page.getByRole('main')).toContainText(say.part('order.refund-card', { lastFour: '4242' }))
    await expect(cancel).toHaveCount(0)
    await expectGivenBack(context)
    await expect
      .poll(() => mails(context, guest.email))
      .toContainEqual(expect.stringMatching(say('mail.cancelled-subject')))
  })

  way(
    'a kitchen’s refusal notifies the guest and refunds once',
    async ({ page, stack, guest, context, site, say }) => {
      const token = await new Counter(stack.url, site.locale).order(site.location, burger, guest)
      await follow(page, token, site.prefix)
      const cook = await kitchen(context)
      const slip = cook.getByRole('article').filter({ hasText: guest.firstName })
      await slip.getByText('Refuse', { exact: true }).click()
      await slip.getByRole('textbox', { name: 'Reason, for the guest' }).fill('The fryer is on strike')
      await slip.getByRole('button', { name: /^Refuse order/ }).click()
      await page.bringToFront()
      await comesTo(page, say.part('order.short-not-approved'))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        say.part('order.poster-not-approved'),
      )
      const main = page.getByRole('main')
      await expect(main).toContainText(say.part('order.standing-not-approved'))
      await expect(main).toContainText(say.part('order.refund-card', { lastFour: '4242' }))
      await audit(page, 'refused', 'main')
      expect(await sideways(page)).toBe(0)
      await expectGivenBack(context)
      await expect
        .poll(() => mails(context, guest.email))
        .toContainEqual(expect.stringMatching(say('mail.not-approved-subject')))
    },
    { onlyLong: true },
  )

  test('the confirmation has everything needed at the restaurant; an order in preparation cannot be cancelled', async ({
    page,
    stack,
    guest,
    context,
    faults,
  }) => {
    faults.expect(/^409: POST .*cancel/)
    const token = await new Counter(stack.url).order('bdb-1001', burger, guest)
    await page.goto(`/orders/${token}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(guest.firstName)
    const main = page.getByRole('main')
    const { number } = await (
      await fetch(`${stack.url}/api/online-ordering/orders/thank-you/${token}`)
    ).json()
    expect(number).toMatch(/^\d{4}$/)
    await expect(main).toContainText(`Order${number}`)
    await expect(heading).toContainText(/\d{1,2}:\d\d/)
    await expect(main).toContainText('Brookside')
    await expect(main).toContainText('3421 S Peoria Ave')
    await expect(main).toContainText('•••@example.com') // enough for the guest, too little for others
    await expect(page.getByRole('link', { name: /Open the map/ })).toHaveAttribute('href', /36\.1145/)
    const receipt = page.getByRole('complementary', { name: 'Your order' })
    await expect(receipt).toContainText('The Big Deal')
    await expect(receipt).toContainText(/Paid.*\$20\.46/)
    await expect(receipt).toContainText('Card ending in 4242')

    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const cook = await kitchen(context)
    await cook.getByRole('button', { name: /^Accept order/ }).click()
    await cook.getByRole('button', { name: /^Start order/ }).click()
    await expect
      .poll(async () => (await fetch(`${stack.url}/api/online-ordering/orders/status/${token}`)).json())
      .toMatchObject({ status: 'in-preparation' })
    await page.bringToFront()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'The kitchen has started: the order can no longer be canceled. Call the restaurant',
    )
    await expect(page.getByRole('dialog').getByRole('link', { name: '(918) 555-0101' })).toBeVisible()
  })

  test('an order placed while the kitchen is unreachable is delivered later', {
    tag: '@long',
  }, async ({ page, stack, guest, context }) => {
    await stack.kitchen('open', false)
    const token = await new Counter(stack.url).order('bdb-1001', burger, guest)
    await follow(page, token)
    await expect(page).toHaveTitle(/sent/)
    await stack.kitchen('open', true)
    const cook = await kitchen(context)
    await stack.passTime('10m') // the outbox retries with backoff
    await expect(cook.getByRole('article').filter({ hasText: guest.firstName })).toBeVisible()
  })
})
