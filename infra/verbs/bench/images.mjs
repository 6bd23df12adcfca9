// Compares our image resizing with sharp's: same source, width, quality and kernel, interleaved, one core each.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { fail } from '../build.mjs'

const width = 828
const quality = 75
const formats = {
  webp: { name: 'WebP', budget: ' (≤ 0.9×)', encode: (picture) => picture.webp({ quality }) },
  jpeg: { name: 'JPEG', budget: ' (≤ 0.9×)', encode: (picture) => picture.jpeg({ quality }) },
  png: { name: 'PNG', budget: '', encode: (picture) => picture.png() },
}
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
const raw = (picture) => picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** Returns the peak signal-to-noise ratio of two pictures' bytes, in dB. */
function psnr(a, b) {
  if (a.length !== b.length) throw new Error(`${a.length} and ${b.length} bytes: not one size`)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2
  return 10 * Math.log10((255 * 255 * a.length) / sum)
}

/** Resizes a file with our program: { ms, cpu } of the last time, and the peak memory in KB. */
function ours(program, file, { wide = width, q = quality, format = 'webp', out = '/dev/null', times = 1, limit = 'off' } = {}) {
  const env = { ...process.env, GOMAXPROCS: '1', GOMEMLIMIT: limit }
  const { status, stdout, stderr } = spawnSync(program, [file, wide, q, format, out, times].map(String), { encoding: 'utf8', env })
  if (status !== 0) fail(`${file} cannot be measured: ${stderr.trim()}.`)
  const [ms, cpu, peak] = stdout.split(' ').map(Number)
  return { ms, cpu, peak }
}

/** Prints the time, bytes and noise of a format over files, in dB against the source resized without loss. */
async function compare(program, files, format, rounds, folder) {
  const { name, budget, encode } = formats[format]
  const lossy = format !== 'png'
  const out = join(folder, `ours.${format}`)
  const signed = (n, digits) => `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(digits)}`
  const all = { ratio: [], percent: [], better: [] }
  for (const file of files) {
    const source = readFileSync(file)
    const original = await raw(sharp(source).autoOrient())
    const { data: reference } = await raw(sharp(original.data, { raw: original.info }).resize(Math.min(width, original.info.width)))
    const times = [[], []]
    let sharpBytes
    for (let i = 0; i < rounds; i++) {
      times[0].push(ours(program, file, { format, out, times: 2 }).ms) // the second time: sharp's process is warm too
      const start = performance.now()
      sharpBytes = await encode(sharp(source).autoOrient().resize({ width, withoutEnlargement: true })).toBuffer()
      times[1].push(performance.now() - start)
    }
    const [ourTime, sharpTime] = times.map(median)
    const noise = await Promise.all([out, sharpBytes].map(async (made) => psnr((await raw(sharp(made))).data, reference)))
    const { size } = statSync(out)
    all.ratio.push(ourTime / sharpTime)
    all.percent.push((size / sharpBytes.length - 1) * 100)
    all.better.push(noise[0] - noise[1])
    const comparison = lossy ? `${noise[0].toFixed(2)} dB (${signed(all.better.at(-1), 2)})` : ''
    const bytesText = `${size} B (${signed(all.percent.at(-1), 1)} %)`
    const timeText = `${ourTime.toFixed(1)} ms, sharp ${sharpTime.toFixed(1)}`
    console.log(`${`${name}, ${basename(file)}`.padEnd(30)} ${timeText.padEnd(26)} ${bytesText.padEnd(20)} ${comparison}`)
  }
  const bytes = `bytes at worst ${signed(Math.max(...all.percent), 1)} % (≤ +5 %)`
  const noise = lossy ? `, likeness ${signed(Math.min(...all.better), 2)} dB (≥ −0.5)` : ''
  console.log(`${name} to ${width} px, q${quality}: ${bytes}${noise}, time${budget} ${median(all.ratio).toFixed(2)}×`)
}

/** Measures these files, each by itself, or ten scenes and the worst case: 25 megapixels of noise. */
export async function measureImages(program, given, folder, row) {
  sharp.concurrency(1)
  sharp.cache(false)
  const scenes = join(folder, 'scenes')
  mkdirSync(scenes, { recursive: true })
  if (given.length === 0) execFileSync(program, ['scenes', scenes])
  const files = given.length > 0 ? given : readdirSync(scenes).map((name) => join(scenes, name))
  const peakMemory = Math.max(...files.map((file) => ours(program, file).peak)) // names a file that cannot be measured
  for (const group of given.length > 0 ? given.map((file) => [file]) : [files]) {
    const { format, hasAlpha } = await sharp(group[0]).metadata()
    const family = format === 'jpeg' || (format === 'webp' && !hasAlpha) ? 'jpeg' : 'png'
    for (const output of ['webp', family]) await compare(program, group, output, given.length > 0 ? 15 : 7, folder)
  }
  const mb = (kb) => `${(kb / 1024).toFixed(2)} MB`
  row('memory for one, at most', mb(peakMemory), '≤ 32 MB')
  if (given.length > 0) return
  const file = join(folder, 'noise.jpg')
  const create = { width: 5000, height: 5000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } }
  await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toFile(file)
  // The result is too large in every quality but the lowest. The limit is the function's.
  const { cpu, peak } = ours(program, file, { wide: 3840, q: 90, limit: '160MiB' })
  row('25 MP of noise at w=3840, CPU', `${(cpu / 1000).toFixed(1)} s`, '≤ 13 s')
  row('its memory', mb(peak), '≤ 256 MB')
}
