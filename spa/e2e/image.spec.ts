import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from './test'

// Red at the top left, green at the top right, blue at the bottom left, transparent at the bottom right.
const corners = [
  [250, 0, 0, 255],
  [0, 250, 0, 255],
  [0, 0, 250, 255],
  [0, 0, 0, 0],
]
const [width, height] = [96, 64]
const flag = Buffer.from(
  Array.from(
    { length: width * height },
    (_, i) => corners[Math.floor(i / width / 32) * 2 + Math.floor((i % width) / 48)]!,
  ).flat(),
)

test('a photograph of the brand is served in its width, upright and without metadata', async ({
  page,
  request,
  stack,
}) => {
  const name = randomUUID()
  const folder = join(stack.dataDir, 'pictures')
  await mkdir(folder, { recursive: true })
  const drawn = () => sharp(flag, { raw: { width, height, channels: 4 } })
  await writeFile(join(folder, `${name}.png`), await drawn().png().toBuffer())
  const held = drawn()
    .flatten({ background: '#fff' })
    .withExif({ IFD0: { Copyright: 'canary' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
  const photo = await held.toBuffer()
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width, height })
  expect(photo.includes('canary')).toBe(true)
  await writeFile(join(folder, `${name}.jpg`), photo)
  await page.goto('/quote/everyday')

  /** Returns how Chromium renders a picture on white: its size, and the colour in the middle of each corner. */
  const shown = (address: string) =>
    page.evaluate(async (src) => {
      const picture = Object.assign(new Image(), { src })
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
      const on = canvas.getContext('2d', { willReadFrequently: true })!
      on.fillStyle = '#fff'
      on.fillRect(0, 0, canvas.width, canvas.height)
      on.drawImage(picture, 0, 0)
      const at = (x: number, y: number) => [
        ...on.getImageData(x * canvas.width, y * canvas.height, 1, 1).data,
      ]
      return {
        size: [canvas.width, canvas.height],
        corners: [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)],
      }
    }, address)
  const white = [255, 255, 255, 255]
  const [red, green, blue] = corners as [number[], number[], number[]]
  for (const [ending, size, want] of [
    ['png', [64, 43], [red, green, blue, white]],
    ['jpg', [64, 96], [blue, red, white, green]], // rotated, with its left edge at the top
  ] as const) {
    const address = `/image?url=/pictures/${name}.${ending}&w=64`
    const answers = page.waitForResponse((r) => r.url().endsWith(address))
    const seen = await shown(address)
    expect((await answers).headers()['content-type']).toBe('image/webp')
    expect(seen.size).toEqual(size)
    for (const [i, colour] of seen.corners.entries())
      for (const [c, v] of colour.entries()) expect(Math.abs(v - want[i]![c]!)).toBeLessThan(24)
    // A client without WebP support, and another one.
    for (const [accept, format] of [
      ['image/webp', 'webp'],
      ['image/*', ending === 'png' ? 'png' : 'jpeg'],
    ] as const) {
      const answer = await request.get(address, { headers: { accept } })
      const body = await answer.body()
      const read = await sharp(body).metadata()
      expect(read).toMatchObject({ format, width: size[0], height: size[1], hasAlpha: ending === 'png' })
      expect(read.exif ?? read.icc ?? read.xmp ?? read.orientation).toBeUndefined()
      expect(body.includes('canary')).toBe(false)
      await sharp(body, { failOn: 'warning' }).raw().toBuffer()
    }
  }
})
