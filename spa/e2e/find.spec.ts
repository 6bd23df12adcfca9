import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { search } from './flow'
import { expect, test } from './test'

journey(
  'a location is found by town and by postal code, and the filters stay in the address',
  async ({ page, user, text, site }) => {
    const first = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    await page.goto(`${site.prefix}/quote/everyday?type=carryout`)
    const field = page.getByRole('search').getByRole('combobox')
    await user.type(field, site.zip)
    await user.press(page.getByRole('search').getByRole('button', { name: text('start.search') }))
    await expect(first).toHaveText(site.locationName)
    await user.type(field, site.city)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(encodeURIComponent(site.city)))
    await expect(page.getByRole('heading', { name: site.locationName })).toBeVisible()

    const curbside = page.getByRole('button', { name: text('app.handoff-curbside') })
    await user.press(curbside)
    await expect(page).toHaveURL(/type=curbside/)
    await expect(curbside).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
    await expect(curbside).toHaveAttribute('aria-pressed', 'false')
    const open = page.getByRole('button', { name: text('start.open-now') })
    await user.press(open)
    await expect(page).toHaveURL(/open=1/)
    await expect(open).toHaveAttribute('aria-pressed', 'true')
    await audit(page, 'the filters of the locator', 'main section:has([aria-pressed])')
    expect(await horizontalScroll(page)).toBe(0)
    await user.press(
      page.getByRole('link', { name: text('start.order-here-at', { store: site.locationName }) }),
    )
    await expect(page).toHaveURL(new RegExp(`${site.prefix}/quote/everyday/${site.slug}\\?type=carryout`))
    await expect(page.getByRole('region', { name: text('app.store-bar') })).toContainText(site.locationName)
    await page.goBack()
    await expect(open).toHaveAttribute('aria-pressed', 'true')
  },
)

journey(
  'a location is found by the guest’s position; without permission the field still works',
  async ({ page, context, user, text, site }) => {
    const first = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const locate = page.getByRole('button', { name: text('app.locate') })
    await page.goto(`${site.prefix}/quote/everyday`)
    await user.press(locate)
    await expect(page.getByRole('status').filter({ hasText: text.part('app.cannot-locate') })).toBeVisible()
    const field = page.getByRole('search').getByRole('combobox')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(text('app.cannot-locate'))
    await page.keyboard.insertText(site.city)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: site.locationName })).toBeVisible()

    await context.grantPermissions(['geolocation'])
    const at = { en: [36.1145, -95.9756], 'en-ca': [43.6468, -79.4055], 'fr-ca': [45.5183, -73.5847] }[
      site.locale
    ]!
    await context.setGeolocation({ latitude: at[0]!, longitude: at[1]! })
    await page.goto(`${site.prefix}/quote/everyday`)
    await user.press(locate)
    await expect(first).toHaveText(site.locationName)
  },
)

test('a place is completed without a comma: arrows choose, Enter searches', async ({ page }) => {
  await page.goto('/quote/everyday?type=carryout')
  const field = page.getByRole('search').getByRole('combobox')
  await field.pressSequentially('tulsa ok')
  const options = page.getByRole('option')
  await expect(options).toHaveText(['Tulsa, OK']) // no longer the suggestions for fewer letters
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveAttribute('aria-selected', 'true')
  await audit(page, 'the completions of a place', '[role="search"]')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/near=Tulsa%2C\+OK/)
  await expect(field).toHaveValue('Tulsa, OK')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

journey('a pin on the map and its row are linked', async ({ page, user, input, text, site, isMobile }) => {
  await search(page, site.city, site.prefix)
  const map = page.getByRole('region', { name: text('map.results') })
  if (isMobile) await user.press(page.getByRole('button', { name: text('map.show') }))
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: text.part('start.order-here') })
    .first()
  const name = await row.getByRole('heading').innerText()
  const pin = map.getByTitle(name, { exact: true })
  await expect(pin).toHaveText('1')
  // Every pin has a row, and the list comes first.
  const titles = await map
    .locator('button[title]')
    .evaluateAll((pins) => pins.map((one) => one.getAttribute('title')))
  const rows = await page.getByRole('main').getByRole('listitem').getByRole('heading').allInnerTexts()
  expect(titles.length).toBeGreaterThan(0)
  expect(rows).toEqual(expect.arrayContaining(titles))
  expect(
    await map.evaluate(
      (m, row) => row!.compareDocumentPosition(m) & Node.DOCUMENT_POSITION_FOLLOWING,
      await row.elementHandle(),
    ),
  ).toBeTruthy()
  // Pins are for mouse and touch; keyboard users have the list.
  if (input === 'mouse') {
    if (!isMobile) await row.hover()
    if (!isMobile) await expect(pin).toHaveAttribute('data-active', 'true')
    await pin.click()
    await expect(row.getByRole('link', { name, exact: true })).toBeFocused()
    await expect(row).toHaveAttribute('data-active', 'true')
  }

  const pinPosition = () => pin.evaluate((element) => element.style.left)
  const before = await pinPosition()
  const whole = map.getByRole('button', { name: text('map.whole') })
  await user.press(map.getByRole('button', { name: text('map.nearer') }))
  await expect.poll(pinPosition).not.toBe(before)
  await user.press(whole)
  await expect.poll(pinPosition).toBe(before)
  const mapArea = map.getByRole('application')
  if (input === 'keyboard') await mapArea.press('ArrowLeft')
  else await mapArea.dragTo(mapArea, { sourcePosition: { x: 60, y: 60 }, targetPosition: { x: 160, y: 120 } })
  await expect.poll(pinPosition).not.toBe(before)

  await user.press(map.getByRole('button', { name: text('map.search') }))
  await expect(page).toHaveURL(/around=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: text.part('start.map') })).toBeVisible()
  await expect(map.getByRole('button', { name: text('map.search') })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`near=${encodeURIComponent(site.city)}`))
})
