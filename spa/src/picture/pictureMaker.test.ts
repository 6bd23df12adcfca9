// @vitest-environment node
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildSettings } from '../brand/brand.ts'
import { coloursOf } from '../brand/colours.ts'
import type { Scene } from './compose.ts'
import { type PictureEntry, PictureMaker } from './pictureMaker.ts'
import { scenes } from './scenes.ts'

const { folderPath } = buildSettings

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pictures-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const colours = coloursOf(folderPath)
const food = { 'burgers/the-big-deal': 0.5 }
const scene: Scene = { path: 'scenes/small.jpg', width: 700, height: 400, ground: 'stage', food }
const cut: Scene = {
  path: 'dishes/cut.png',
  width: 120,
  height: 80,
  food: { 'dishes/pit-fries': 1 },
}
const drawn = {
  onPages: [scene, cut],
  cards: [{ ...scene, path: 'og/small.png', width: 120, height: 63 }],
}

/** Makes all pictures and returns what is served: the list, and each file by path. */
async function buildPictures(drawings = drawn, onSkip = (reason: string) => void expect.fail(reason)) {
  const maker = await PictureMaker.of(
    { scenes: drawings, colours, folder: join(dir, 'own'), onSkip },
    join(dir, 'cache'),
  )
  const site = mkdtempSync(join(dir, 'site-'))
  const filesIn = () =>
    readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(site, name)).isFile(),
    )
  await maker.placeMasters(site)
  const first = filesIn()
  await Promise.all([maker.placeWidths(site), maker.placeWidths(site)]) // as two starts of the same build do
  const list: Record<string, PictureEntry> = JSON.parse(readFileSync(join(site, 'pictures.json'), 'utf8'))
  return { list, first, files: filesIn(), read: (name: string) => readFileSync(join(site, name)) }
}

test('a picture is built in every width up to its own, in every format and in its original', async () => {
  const { list, first, files, read } = await buildPictures()
  const entry = list['scenes/small.jpg']!
  expect(Object.keys(list)).toEqual(['scenes/small.jpg', 'dishes/cut.png']) // a card is not resized
  expect(entry).toMatchObject({
    width: 700,
    height: 400,
    widths: [8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 700],
    formats: ['avif', 'webp'],
  })
  expect(entry.hash).toMatch(/^[0-9a-f]{16}$/)
  const variants = Object.entries(list).flatMap(([path, { widths, formats, hash }]) =>
    widths.flatMap((width) =>
      formats.map((format) => `${path.replace(/\.\w+$/, '')}-${hash}-${width}.${format}`),
    ),
  )
  // The originals and the list come before the widths: /image makes a missing width of them.
  expect(first.sort()).toEqual(['dishes/cut.png', 'og/small.png', 'pictures.json', 'scenes/small.jpg'])
  expect(files.sort()).toEqual([...variants, ...first].sort())
  for (const width of entry.widths)
    for (const format of entry.formats) {
      const variant = await sharp(read(`scenes/small-${entry.hash}-${width}.${format}`)).metadata()
      expect(variant).toMatchObject({
        width,
        height: Math.round((400 * width) / 700),
        ...(format === 'avif' ? { format: 'heif', compression: 'av1' } : { format }),
      })
    }
  expect(await sharp(read('scenes/small.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 700 })
  expect(await sharp(read('og/small.png')).metadata()).toMatchObject({
    format: 'png',
    width: 120,
    height: 63,
  })
})

test('food without a background is transparent in every format', async () => {
  const { list, read } = await buildPictures()
  const { widths, hash, blur } = list['dishes/cut.png']!
  expect([widths.at(-1), blur]).toEqual([120, ''])
  for (const name of ['cut.png', `cut-${hash}-120.avif`, `cut-${hash}-120.webp`]) {
    const pixels = sharp(read(`dishes/${name}`))
    const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true })
    expect(info, name).toMatchObject({ width: 120, height: 80, channels: 4 })
    const alpha = (x: number, y: number) => data[(y * 120 + x) * 4 + 3]
    expect([alpha(0, 0), alpha(119, 0), alpha(60, 60)], name).toEqual([0, 0, 255])
  }
})

test('a preview takes at most 300 bytes, and every scene is 3840 px wide', async () => {
  const all = scenes()
  const maker = await PictureMaker.of(
    { scenes: { ...all, cards: [] }, colours, onSkip: expect.fail },
    join(dir, 'cache'),
  )
  const list = await maker.list()
  expect(Object.keys(list)).toEqual(all.onPages.map(({ path }) => path))
  for (const [path, { width, height, blur }] of Object.entries(list)) {
    expect(width, path).toBe(3840)
    expect(width * height, path).toBeLessThanOrEqual(25_000_000)
    expect(blur.length, path).toBeLessThanOrEqual(300)
    if (path.endsWith('.png')) continue // transparent
    const preview = await sharp(Buffer.from(blur.split(',')[1]!, 'base64')).metadata()
    expect(preview).toMatchObject({ format: 'webp', width: 8 })
  }
})

test('built pictures are cached by content, and old ones are deleted', async () => {
  const first = await buildPictures()
  const { hash } = first.list['scenes/small.jpg']!
  const kept = join(dir, 'cache', `scenes/small-${hash}-640.avif`)
  const before = statSync(kept).mtimeMs
  writeFileSync(`${kept}.123`, '') // another process writes the same
  await buildPictures()
  expect([statSync(kept).mtimeMs, existsSync(`${kept}.123`)]).toEqual([before, true])
  const other = await buildPictures({ ...drawn, onPages: [{ ...scene, ground: 'pit' as const }, cut] })
  expect(other.list['scenes/small.jpg']!.hash).not.toBe(hash)
  expect(readdirSync(join(dir, 'cache', 'scenes')).filter((name) => name.includes(hash))).toEqual([])
})

test("a brand's photograph is upright, without metadata, and replaces the drawing of its name", async () => {
  const own = join(dir, 'own')
  mkdirSync(join(own, 'scenes'), { recursive: true })
  const flat = (width: number, height: number, background: object) =>
    sharp({ create: { width, height, channels: 4, background: { r: 40, g: 80, b: 120, ...background } } })
  const photo = await flat(300, 200, { alpha: 1 })
    .withExif({ IFD0: { Copyright: 'canary' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  writeFileSync(join(own, 'scenes', 'small.jpg'), photo)
  writeFileSync(join(own, 'wide.png'), await flat(4000, 10, { alpha: 0.5 }).png().toBuffer())
  const frames = [
    await flat(20, 20, { alpha: 1 }).png().toBuffer(),
    await flat(20, 20, { r: 250 }).png().toBuffer(),
  ]
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  writeFileSync(join(own, 'moving.gif'), gif)
  writeFileSync(join(own, 'with space.jpg'), photo)
  writeFileSync(join(own, 'torn.jpg'), photo.subarray(0, 100))
  writeFileSync(join(own, 'notes.txt'), 'not a picture')
  const reasons: string[] = []
  const { list, files, read } = await buildPictures(drawn, (reason) => void reasons.push(reason))

  expect(list['scenes/small.jpg']).toMatchObject({ width: 200, height: 300 })
  expect(photo.includes('canary')).toBe(true)
  for (const name of files) expect(read(name).includes('canary'), name).toBe(false)
  expect(await sharp(read('scenes/small.jpg')).metadata()).toMatchObject({ width: 200, height: 300 })
  expect((await sharp(read('scenes/small.jpg')).metadata()).orientation).toBeUndefined()

  expect(list['wide.png']).toMatchObject({ width: 3840, height: 10, blur: '' })
  const variant = await sharp(read(`wide-${list['wide.png']!.hash}-640.webp`)).metadata()
  expect(variant).toMatchObject({ width: 640, hasAlpha: true })

  expect(list['moving.gif']).toBeUndefined()
  expect(reasons.sort()).toEqual([
    'moving.gif: GIFs and animations are not served. Save it as JPEG, PNG or WebP',
    expect.stringMatching(/^torn\.jpg: /),
    expect.stringMatching(/^with space\.jpg: a name has letters/),
  ])
})
