import { Counter } from './counter'
import { expectPlaced, place, readyToPlace, search } from './flow'
import { expect, test } from './test'

test.use({ own: { KITCHEN_PACE: '1' } })

/** A list as published by a chain: ids like '# 896', an empty name, no time zone, no hours. */
const chain = {
  type: 'FeatureCollection',
  features: [
    [
      '# 896',
      'CR 10 & Trussville',
      '5931 Trussville Crossings Pkwy',
      'Birmingham',
      'Alabama',
      '35235',
      '(205) 655-4513',
      33.642993,
      -86.625934,
    ],
    ['#1203', '', '11701 S MEMORIAL PKWY', 'Huntsville', 'Alabama', '35803', '', 34.617277, -86.566448],
  ].map(([id, location, street, city, state, zipcode, phone, latitude, longitude]) => ({
    type: 'Feature',
    properties: { id, location, street, city, state, zipcode, phone, latitude, longitude },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
}

test('a chain’s list is imported while the server runs, takes an order, and a closed location offers its next time', async ({
  page,
  stack,
  context,
  guest,
}) => {
  expect(await stack.import('locations', chain, 'geojson')).toMatch(
    /added 2, changed 0, unchanged 0, rejected 0/,
  )
  expect(await stack.import('locations', chain, 'geojson', '--confirm')).toMatch(
    /added 0, changed 2, unchanged 0, rejected 0/,
  )
  await stack.passTime('3s')
  await search(page, 'Birmingham, AL')
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'CR 10 & Trussville' }) })
  await expect(row).toContainText('5931 Trussville Crossings Pkwy, Birmingham, AL 35235')
  await row.getByRole('link', { name: /Order here/ }).click()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('CR 10 & Trussville')
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  const quote = (await context.cookies()).find((cookie) => cookie.name === 'quote')?.value
  const basket = await new Counter(stack.url).look(quote!)
  await new Counter(stack.url).hold(basket)
  await readyToPlace(page, guest)
  await place(page)
  await expectPlaced(page)
  await expect(page.getByRole('main')).toContainText('CR 10 & Trussville')

  await stack.passTime('12h') // Saturday, 00:00 in Tulsa: Brookside is closed until 10:30
  await page.goto('/quote/everyday/brookside-tulsa?type=carryout')
  await expect(
    page.getByText(/Closed right now\. Order ahead: the first one is ready (today )?at 10:\d\d\sAM/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})
