import sharp from 'sharp'
import { expect, test } from './test'

const pictureUrl = /\/pictures\/scenes\/pit-[0-9a-f]{16}-(\d+)\.avif$/

test('a picture loads near the viewport, in the best format and in the screen’s width @both', async ({
  page,
}, { project }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (/\/image\?|\/pictures\/scenes\//.test(request.url())) requested.push(request.url())
  })
  await page.setViewportSize({ width: project.use.viewport?.width ?? 1280, height: 500 })
  await page.goto('/company/our-story')
  const picture = page.getByRole('img', { name: /What comes off the pit/ })
  await expect(picture).toHaveAttribute('style', /data:image\/webp/)
  const before = await picture.boundingBox()
  expect(before!.width / before!.height).toBeCloseTo(3840 / 1440, 1)
  expect(requested).toEqual([])

  const responded = page.waitForResponse((response) => pictureUrl.test(response.url()))
  await picture.scrollIntoViewIfNeeded()
  const answer = await responded
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const neededWidth = before!.width * (await page.evaluate(() => devicePixelRatio))
  const width = Number(pictureUrl.exec(answer.url())![1])
  expect(width).toBeGreaterThanOrEqual(neededWidth)
  expect(width).toBeLessThan(neededWidth * 1.7) // the next larger width
  const image = page.locator('picture > img').and(picture)
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  expect((await image.boundingBox())!.height).toBe(before!.height)
})

test('link previews have a picture in the size that the page states', async ({ page, request }) => {
  for (const path of ['/menu', '/locations', '/press/blog', '/company/our-story']) {
    await page.goto(path)
    const openGraph = async (property: string) =>
      (await page.locator(`meta[property="og:${property}"]`).getAttribute('content')) ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const answer = await request.get(new URL(await openGraph('image')).pathname)
    expect(answer.status(), path).toBe(200)
    const { width, height } = await sharp(await answer.body()).metadata()
    expect([width, height].map(String)).toEqual([
      await openGraph('image:width'),
      await openGraph('image:height'),
    ])
  }
})
