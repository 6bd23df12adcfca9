import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { expect, test } from './test'

journey('pages lead from the country to a location’s menu', async ({ page, site, text, user }) => {
  const { prefix, locationName, city, state, slug, cityPath } = site
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`${prefix}/locations`)
  await expect(heading).toHaveText(text('locations.heading'))
  await user.press(main.getByRole('link', { name: new RegExp(`^${state}`) }))
  await expect(heading).toHaveText(state)
  await expect(heading).toBeFocused()
  await user.press(main.getByRole('link', { name: city, exact: true }))
  await expect(page).toHaveURL(`${prefix}/locations/${cityPath}`)
  await expect(heading).toBeFocused() // before the next press: the focus moves after the URL
  await user.press(main.getByRole('link', { name: locationName, exact: true }))
  await expect(page).toHaveURL(`${prefix}/locations/${cityPath}/${slug}`)
  await expect(heading).toHaveText(locationName)
  const breadcrumbs = page.getByRole('navigation', { name: text('app.trail') })
  await expect(breadcrumbs.getByRole('link')).toHaveText([text('locations.title'), state, city])
  expect(await horizontalScroll(page)).toBe(0)
  await user.press(
    page.getByRole('link', { name: text('locations.view-menu-of', { store: locationName }) }).first(),
  )
  await expect(page).toHaveURL(`${prefix}/quote/everyday/${slug}?type=carryout`)
})

test('a location’s page has directions, phone and structured data, and redirects from a wrong path', async ({
  page,
}) => {
  await page.goto('/locations/texas/austin/brookside-tulsa')
  await expect(page).toHaveURL('/locations/oklahoma/tulsa/brookside-tulsa')
  await expect(page).toHaveTitle('Brookside, Tulsa, OK | Big Deal Burger')
  await expect(page.getByRole('link', { name: '(918) 555-0101' })).toHaveAttribute('href', 'tel:+19185550101')
  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute(
    'href',
    /^https:.*destination=36\.1145\d*,-95\.9756\d*$/,
  )
  await expect(page.getByText('Delivery by Fetchwell').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Follow this grill' }).getByRole('link')).toHaveText([
    'Facebook',
    'Instagram',
  ])
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    'https://www.bigdealburger.example/locations/oklahoma/tulsa/brookside-tulsa',
  )
  const structuredData = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? '')))
  expect(structuredData.map((data) => data['@type'])).toEqual(['Restaurant', 'BreadcrumbList'])
  expect(structuredData[0]).toMatchObject({ name: 'Big Deal Burger Brookside', priceRange: '$$' })
  expect(structuredData[1].itemListElement).toHaveLength(4)
  await page.goto('/locations/quebec/montreal/plateau-mont-royal-montreal')
  await expect(page).toHaveURL('/ca/en-ca/locations/quebec/montreal/plateau-mont-royal-montreal')
})

test('a location’s page shows today’s hours in its time zone, and what it does not offer', async ({
  page,
}) => {
  const hours = page.getByRole('region', { name: 'Hours' })
  await test.step('past midnight', async () => {
    // The stack's clock is on a Friday; Austin closes at 2 AM.
    await page.goto('/locations/texas/austin/south-congress-austin')
    const today = page.locator('dl [aria-current=date]')
    await expect(today).toContainText('Friday')
    await expect(today).toContainText(/10:30.AM–2:00.AM/)
    await expect(page.getByText('Closes at 2:00 AM')).toBeVisible()
  })
  await test.step('without online orders', async () => {
    await page.goto('/locations/missouri/kansas-city/crossroads-kansas-city')
    await expect(page.getByText('This location does not currently take online orders.')).toBeVisible()
    await expect(page.getByRole('link', { name: '(816) 555-0116' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^View menu/ })).toHaveAttribute(
      'href',
      '/menu?at=crossroads-kansas-city',
    )
    await page.goto('/quote/everyday/crossroads-kansas-city?type=carryout')
    await expect(page.getByText('This location currently does not offer online ordering.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Call (816) 555-0116' })).toHaveAttribute(
      'href',
      'tel:+18165550116',
    )
  })
  await test.step('by appointment', async () => {
    await page.goto('/locations/indiana/indianapolis/mass-ave-indianapolis')
    await expect(page.getByText('By appointment only').first()).toBeVisible()
    await expect(hours.locator('dl')).toHaveCount(0)
  })
  await test.step('coming soon', async () => {
    await page.goto('/locations/arizona/chandler/31st-street-chandler')
    await expect(page.getByRole('main').getByText('Coming soon')).toBeVisible()
    await expect(hours).toHaveCount(0)
  })
  await test.step('closed permanently', async () => {
    await page.goto('/locations/kansas/topeka/8th-avenue-topeka')
    await expect(page.getByText('Closed for good')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get directions' })).toHaveCount(0)
    const nearby = page.getByRole('region', { name: 'Also near here' })
    await nearby.getByRole('listitem').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/locations\/kansas\/topeka\//)
  })
})

test('a long list loads more, and Back restores its length', async ({ page }) => {
  await page.goto('/quote/everyday?state=TX&type=carryout')
  const orders = page.getByRole('link', { name: /^Order here/ })
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(names).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more grills' }).click()
  await expect(names).toHaveCount(40)
  await expect(page).toHaveURL(/show=40/)
  await orders.first().click()
  await expect(page.getByRole('region', { name: 'Your order' })).toBeVisible()
  await page.goBack()
  await expect(names).toHaveCount(40)
})

test('the map of the country counts locations by state and links to each', async ({ page }) => {
  await page.goto('/locations')
  const row = page.getByRole('listitem').filter({ hasText: 'Texas' })
  const count = /\d+/.exec(await row.innerText())![0]
  await row.hover()
  const countLabel = page.getByText(count, { exact: true })
  await expect(countLabel).toHaveAttribute('data-active', 'true')
  await countLabel.click({ force: true }) // the click goes to the state below it
  await expect(page).toHaveURL('/locations/texas')
})

const phone = { width: 360, height: 740 }

test('the pins of a map stay below the bar of a phone @phone', async ({ page }) => {
  await page.setViewportSize({ ...phone, height: 500 }) // the map begins below
  await page.goto('/locations')
  const bar = page.getByRole('complementary', { name: 'Your order' })
  const pin = page.getByTitle('Texas', { exact: true })
  await expect(pin).toBeVisible()
  const { y, height } = (await bar.boundingBox())!
  const isBarOnTop = await pin.evaluate(
    (element, middle) => {
      scrollBy(0, element.getBoundingClientRect().y - middle)
      const { x, y, width, height } = element.getBoundingClientRect()
      return !!document.elementFromPoint(x + width / 2, y + height / 2)?.closest('aside')
    },
    y + height / 2,
  )
  expect(isBarOnTop).toBe(true)
})

test('on a phone the map loads on request, and Back restores it @phone', async ({ page }) => {
  await page.setViewportSize(phone)
  const outlines: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/[A-Z]{2}-/.test(request.url())) outlines.push(request.url())
  })
  await page.goto('/quote/everyday?near=Tulsa&type=carryout')
  await expect(page.getByRole('heading', { name: 'Brookside' })).toBeVisible()
  expect(outlines).toEqual([])
  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect(page.getByRole('region', { name: 'Map of the results' })).toBeVisible()
  await expect.poll(() => outlines.length).toBeGreaterThan(0)
  await audit(page, 'the locator with its map on a phone', 'main')
  await page.getByRole('link', { name: 'Brookside', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brookside' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Hide the map' })).toHaveAttribute('aria-expanded', 'true')
})
