import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from './test'

const red = [250, 0, 0]
const green = [0, 250, 0]
const blue = [0, 0, 250]
const white = [255, 255, 255]
/** A PNG of 2 × 2 pixels, transparent at the bottom right. */
const flag = () =>
  sharp(
    Buffer.from(
      [
        [...red, 255],
        [...green, 255],
        [...blue, 255],
        [0, 0, 0, 0],
      ].flat(),
    ),
    {
      raw: { width: 2, height: 2, channels: 4 },
    },
  ).resize(96, 64, { kernel: 'nearest', fit: 'fill' })

// Go tests prove the formats, sizes, rotation and removed metadata; this one that a browser reads the answer.
test('a photograph of the brand is shown upright', async ({ page, stack }) => {
  const folder = join(stack.dataDir, 'pictures')
  await mkdir(folder, { recursive: true })
  await flag().png().toFile(join(folder, 'flag.png'))
  const rotated = flag().flatten({ background: '#fff' }).withMetadata({ orientation: 6 })
  await rotated.jpeg({ quality: 95 }).toFile(join(folder, 'flag.jpg'))
  await page.goto('/quote/everyday')
  for (const [file, size, want] of [
    ['flag.png', [64, 43], [red, green, blue, white]],
    ['flag.jpg', [64, 96], [blue, red, white, green]], // rotated, with its left edge at the top
  ] as const) {
    const shown = await page.evaluate(async (src) => {
      const picture = Object.assign(new Image(), { src })
      await picture.decode()
      const { naturalWidth: width, naturalHeight: height } = picture
      const on = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
      on.fillStyle = '#fff'
      on.fillRect(0, 0, width, height)
      on.drawImage(picture, 0, 0)
      const at = (x: number, y: number) => [...on.getImageData(x * width, y * height, 1, 1).data.slice(0, 3)]
      return {
        size: [width, height],
        corners: [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)],
      }
    }, `/image?url=/pictures/${file}&w=64`)
    expect(shown.size).toEqual(size)
    const distances = shown.corners.flat().map((value, i) => Math.abs(value - want.flat()[i]!))
    expect(Math.max(...distances)).toBeLessThan(24)
  }
})
