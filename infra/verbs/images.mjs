// Our pictures against sharp's: the same source, width, quality and kernel, in turns, one core each.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'

const width = 828
const quality = 75
const encode = { webp: (picture) => picture.webp({ quality }), jpeg: (picture) => picture.jpeg({ quality }), png: (picture) => picture.png() }
const names = { webp: 'WebP', jpeg: 'JPEG', png: 'PNG' }
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
const raw = (picture) => picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** Peak signal to noise ratio of two pictures' bytes, in dB. */
function likeness(a, b) {
  if (a.length !== b.length) throw new Error(`${a.length} and ${b.length} bytes: not one size`)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2
  return 10 * Math.log10((255 * 255 * a.length) / sum)
}

/** The scenes that are measured when no file is named: the paths of ten 4000 × 3000 JPEGs. */
export function scenes(program, folder) {
  mkdirSync(folder, { recursive: true })
  execFileSync(program, ['scenes', folder])
  return readdirSync(folder)
    .filter((name) => /^scene-\d+\.jpg$/.test(name))
    .map((name) => join(folder, name))
}

/** A process of ours that resizes on request: { resize(file, format, out), which gives milliseconds, and stop() }. */
function ours(program) {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, GOMAXPROCS: '1' } })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async resize(file, format, out) {
      child.stdin.write(`${[file, width, quality, format, out].join('\t')}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`${file} was not resized`)
      return Number(value.split(' ')[0]) / 1e6
    },
    stop: () => child.stdin.end(),
  }
}

/** Why a file cannot be measured, in words; undefined if it can. */
export async function trouble(program, file) {
  if (!existsSync(file)) return 'there is no such file.'
  if (!statSync(file).isFile()) return 'it is no file.'
  const { status, stderr } = spawnSync(program, ['once', file, width, quality, 'webp'].map(String), { encoding: 'utf8' })
  if (status !== 0) return `${stderr.trim()}.`
  const { pages = 1 } = await sharp(file).metadata()
  return pages > 1 ? 'it moves: such pictures are passed on as they are.' : undefined
}

/** The formats that a file is answered in: WebP, and its own family. */
export async function formatsOf(file) {
  const { format, hasAlpha } = await sharp(file).metadata()
  return ['webp', format === 'jpeg' || (format === 'webp' && !hasAlpha) ? 'jpeg' : 'png']
}

/**
 * Measures a format over files: for each { file, times: [ours, sharp], bytes: [ours, sharp], noise: [ours, sharp] }, the times medians in
 * milliseconds and the noise in dB against the source resized without loss.
 */
export async function compare(program, files, format, rounds, folder) {
  sharp.concurrency(1)
  sharp.cache(false)
  const mine = ours(program)
  const out = join(folder, `ours.${format}`)
  const results = []
  for (const file of files) {
    const source = readFileSync(file)
    const whole = await raw(sharp(source).autoOrient())
    const shown = Math.min(width, whole.info.width)
    const { data: reference } = await raw(sharp(whole.data, { raw: whole.info }).resize(shown))
    const times = [[], []]
    let theirs
    for (let i = 0; i < rounds; i++) {
      times[0].push(await mine.resize(file, format, out))
      const begun = performance.now()
      theirs = await encode[format](sharp(source).autoOrient().resize({ width, withoutEnlargement: true })).toBuffer()
      times[1].push(performance.now() - begun)
    }
    results.push({
      file: basename(file),
      times: times.map(median),
      bytes: [statSync(out).size, theirs.length],
      noise: [likeness((await raw(sharp(out))).data, reference), likeness((await raw(sharp(theirs))).data, reference)],
    })
  }
  mine.stop()
  return results
}

/** Prints how a format compares; the last line ends in how many times as long as sharp ours takes. */
export function tell(format, results) {
  const percent = (r) => (r.bytes[0] / r.bytes[1] - 1) * 100
  const signed = (n, digits) => `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(digits)}`
  for (const r of results) {
    const figures = [`${r.times[0].toFixed(1)} ms, sharp ${r.times[1].toFixed(1)}`, `${r.bytes[0]} B (${signed(percent(r), 1)} %)`, format === 'png' ? '' : `${r.noise[0].toFixed(2)} dB (${signed(r.noise[0] - r.noise[1], 2)})`]
    console.log(`${`${names[format]}, ${r.file}`.padEnd(30)} ${figures[0].padEnd(26)} ${figures[1].padEnd(20)} ${figures[2]}`)
  }
  const worstBytes = Math.max(...results.map(percent))
  const worstNoise = Math.min(...results.map((r) => r.noise[0] - r.noise[1]))
  const ratio = median(results.map((r) => r.times[0] / r.times[1]))
  console.log(`${names[format]} to ${width} px, q${quality}: bytes at worst ${signed(worstBytes, 1)} % (≤ +5 %), ${format === 'png' ? '' : `likeness ${signed(worstNoise, 2)} dB (≥ −0.5), `}time${{ webp: ' (≤ 1.5×)', jpeg: ' (≤ 1.2×)', png: '' }[format]} ${ratio.toFixed(2)}×`)
}

/** The most memory that a process of ours ever held for one file, in KB. */
export const memoryOnce = (program, file) => Number(execFileSync(program, ['once', file, String(width), String(quality), 'webp'], { encoding: 'utf8' }))

/** The worst source: 25 megapixels of noise, which is too large to be sent in every quality but the last. Returns seconds of CPU and KB of memory. */
export async function largest(program, folder) {
  const file = join(folder, 'noise.jpg')
  const noise = { type: 'gaussian', mean: 128, sigma: 60 }
  await sharp({ create: { width: 5000, height: 5000, channels: 3, noise } }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toFile(file)
  const [milliseconds, kb] = execFileSync(program, ['large', file], { encoding: 'utf8' }).split(' ').map(Number)
  return { seconds: milliseconds / 1000, kb }
}

/** Memory in each third of the seconds of mixed work, in KB: the median, for it goes up and down with the widths. */
export function memoryOver(program, seconds, folder) {
  const each = execFileSync(program, ['work', String(seconds), folder], { encoding: 'utf8' }).trim().split('\n').map(Number)
  return [0, 1, 2].map((third) => median(each.slice((third * seconds) / 3, ((third + 1) * seconds) / 3)))
}
