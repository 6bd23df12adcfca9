import { expect, test } from 'vitest'
import { checkFile, maxMegabytes } from './checkFile'

const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ascii = (text: string) => [...new TextEncoder().encode(text)]
const tooLarge = { refusal: { code: 'upload-too-large', params: { max: maxMegabytes } } }
const fill = (bytes: readonly number[], size: number) => [...bytes, ...new Uint8Array(size - bytes.length)]

test.each([
  { situation: 'a JPEG', kind: 'photo', bytes: jpeg, want: { type: 'image/jpeg' } },
  { situation: 'a PNG', kind: 'photo', bytes: png, want: { type: 'image/png' } },
  { situation: 'a PDF', kind: 'pdf', bytes: ascii('%PDF-1.7\n'), want: { type: 'application/pdf' } },
  {
    situation: 'a GIF named .jpg',
    kind: 'photo',
    bytes: ascii('GIF89a..'),
    want: { refusal: { code: 'upload-kind' } },
  },
  {
    situation: 'an SVG',
    kind: 'photo',
    bytes: ascii('<svg xmlns='),
    want: { refusal: { code: 'upload-kind' } },
  },
  {
    situation: 'a PDF as a photograph',
    kind: 'photo',
    bytes: ascii('%PDF-1.7\n'),
    want: { refusal: { code: 'upload-kind' } },
  },
  { situation: 'a photograph as a PDF', kind: 'pdf', bytes: jpeg, want: { refusal: { code: 'upload-pdf' } } },
  {
    situation: 'half a signature',
    kind: 'photo',
    bytes: png.slice(0, 4),
    want: { refusal: { code: 'upload-kind' } },
  },
  { situation: 'an empty file', kind: 'photo', bytes: [], want: { refusal: { code: 'upload-kind' } } },
  {
    situation: 'the limit',
    kind: 'photo',
    bytes: fill(jpeg, maxMegabytes << 20),
    want: { type: 'image/jpeg' },
  },
  { situation: 'one byte more', kind: 'photo', bytes: fill(jpeg, (maxMegabytes << 20) + 1), want: tooLarge },
] as const)('checks the first bytes and the size: $situation', async ({ kind, bytes, want }) => {
  expect(
    await checkFile(new File([new Uint8Array(bytes)], 'lunch.jpg', { type: 'image/jpeg' }), kind),
  ).toEqual(want)
})
