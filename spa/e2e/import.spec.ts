import { search } from './flow'
import { expect, test } from './test'

test.use({ own: {} })

/** A location as a chain publishes it: no time zone, no hours. */
const location = {
  type: 'Feature',
  properties: {
    id: '# 896',
    location: 'CR 10 & Trussville',
    street: '5931 Trussville Crossings Pkwy',
    city: 'Birmingham',
    state: 'Alabama',
    zipcode: '35235',
  },
  geometry: { type: 'Point', coordinates: [-86.625934, 33.642993] },
}

test('a location imported while the server runs can be ordered from; a closed location offers its next time', async ({
  page,
  stack,
}) => {
  const list = { type: 'FeatureCollection', features: [location] }
  expect(await stack.import('locations', list, 'geojson', '--confirm')).toMatch(/added 1, changed 0/)
  await stack.passTime('3s')
  await search(page, 'Birmingham, AL')
  const heading = page.getByRole('heading', { name: 'CR 10 & Trussville' })
  const row = page.getByRole('listitem').filter({ has: heading })
  await expect(row).toContainText('5931 Trussville Crossings Pkwy, Birmingham, AL 35235')
  await row.getByRole('link', { name: /Order here/ }).click()
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()

  await stack.passTime('12h') // Saturday, 00:00 in Tulsa: Brookside is closed until 10:30
  await page.goto('/quote/everyday/brookside-tulsa?type=carryout')
  await expect(
    page.getByText(/Closed right now\. Order ahead: the first one is ready (today )?at 10:\d\d\sAM/),
  ).toBeVisible()
})
