// Compares our image resizing with sharp's: same source, width, quality and kernel, interleaved, one core each.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'

const width = 828
const quality = 75
const encode = {
  webp: (picture) => picture.webp({ quality }),
  jpeg: (picture) => picture.jpeg({ quality }),
  png: (picture) => picture.png(),
}
const names = { webp: 'WebP', jpeg: 'JPEG', png: 'PNG' }
const budgets = { webp: ' (≤ 1.5×)', jpeg: ' (≤ 1.2×)', png: '' }
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
const raw = (picture) => picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** Returns the peak signal-to-noise ratio of two pictures' bytes, in dB. */
function likeness(a, b) {
  if (a.length !== b.length) throw new Error(`${a.length} and ${b.length} bytes: not one size`)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2
  return 10 * Math.log10((255 * 255 * a.length) / sum)
}

/** Writes the default scenes and returns their paths: ten 4000 × 3000 JPEGs. */
export function scenes(program, folder) {
  mkdirSync(folder, { recursive: true })
  execFileSync(program, ['scenes', folder])
  return readdirSync(folder).map((name) => join(folder, name))
}

const environment = { ...process.env, GOMAXPROCS: '1' }
const lineOf = (...words) => `${words.join('\t')}\n`

/** Parses the program's output for a picture: ms, CPU ms, and peak and current memory in KB. */
function figures(line) {
  const [ms, cpu, most, now] = line.split(' ').map(Number)
  return { ms, cpu, most, now }
}

/** Starts our resizing process: { resize(file, width, format, out), which returns figures, and stop() }. */
function ours(program) {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'], env: environment })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async resize(file, width, format, out) {
      child.stdin.write(lineOf(file, width, quality, format, out))
      const { value, done } = await lines.next()
      if (done) throw new Error(`${file} was not resized`)
      return figures(value)
    },
    stop: () => child.stdin.end(),
  }
}

/** Resizes one file in a new process: figures, or the error's text. */
export function once(program, file, { width: wanted = width, quality: of = quality, limit = 'off' } = {}) {
  const input = lineOf(file, wanted, of, 'webp', '/dev/null')
  const env = { ...environment, GOMEMLIMIT: limit }
  const { status, stdout, stderr } = spawnSync(program, { input, encoding: 'utf8', env })
  return status === 0 ? figures(stdout) : { error: stderr.trim() }
}

/** Returns why a file cannot be measured; undefined if it can. */
export function trouble(program, file) {
  const { error } = once(program, file)
  return error ? `${error}.` : undefined
}

/** Returns the formats to compare for a file: WebP, and its own family. */
export async function formatsOf(file) {
  const { format, hasAlpha } = await sharp(file).metadata()
  return ['webp', format === 'jpeg' || (format === 'webp' && !hasAlpha) ? 'jpeg' : 'png']
}

/**
 * Measures a format over files. Returns for each { file, times: [ours, sharp], bytes: [ours, sharp], noise: [ours, sharp] }: median times
 * in milliseconds, and noise in dB against the source resized without loss.
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
    const { data: reference } = await raw(sharp(whole.data, { raw: whole.info }).resize(Math.min(width, whole.info.width)))
    const times = [[], []]
    let theirs
    for (let i = 0; i < rounds; i++) {
      times[0].push((await mine.resize(file, width, format, out)).ms)
      const begun = performance.now()
      theirs = await encode[format](sharp(source).autoOrient().resize({ width, withoutEnlargement: true })).toBuffer()
      times[1].push(performance.now() - begun)
    }
    const noise = await Promise.all([out, theirs].map(async (made) => likeness((await raw(sharp(made))).data, reference)))
    results.push({ file: basename(file), times: times.map(median), bytes: [statSync(out).size, theirs.length], noise })
  }
  mine.stop()
  return results
}

/** Prints a format's comparison. The last line ends with the ratio of our time to sharp's. */
export function tell(format, results) {
  const percent = ({ bytes }) => (bytes[0] / bytes[1] - 1) * 100
  const better = ({ noise }) => noise[0] - noise[1]
  const signed = (n, digits) => `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(digits)}`
  const lossy = format !== 'png'
  for (const r of results) {
    const time = `${r.times[0].toFixed(1)} ms, sharp ${r.times[1].toFixed(1)}`
    const size = `${r.bytes[0]} B (${signed(percent(r), 1)} %)`
    const noise = lossy ? `${r.noise[0].toFixed(2)} dB (${signed(better(r), 2)})` : ''
    console.log(`${`${names[format]}, ${r.file}`.padEnd(30)} ${time.padEnd(26)} ${size.padEnd(20)} ${noise}`)
  }
  const bytes = `bytes at worst ${signed(Math.max(...results.map(percent)), 1)} % (≤ +5 %)`
  const noise = lossy ? `, likeness ${signed(Math.min(...results.map(better)), 2)} dB (≥ −0.5)` : ''
  const ratio = median(results.map(({ times }) => times[0] / times[1])).toFixed(2)
  console.log(`${names[format]} to ${width} px, q${quality}: ${bytes}${noise}, time${budgets[format]} ${ratio}×`)
}

/** Measures the worst case: 25 megapixels of noise. The result is too large in every quality but the lowest. */
export async function largest(program, folder) {
  const file = join(folder, 'noise.jpg')
  const noise = { type: 'gaussian', mean: 128, sigma: 60 }
  const create = { width: 5000, height: 5000, channels: 3, noise }
  await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toFile(file)
  return once(program, file, { width: 3840, quality: 90, limit: '160MiB' }) // the function's memory limit
}

/** Returns the median memory in each third of the seconds of mixed work, in KB. Memory varies with the widths. */
export async function memoryOver(program, seconds, files) {
  const widths = [828, 64, 1200, 384, 640, 1920, 256]
  const mine = ours(program)
  const thirds = [[], [], []]
  const begun = performance.now()
  for (let n = 0, third = 0; third < 3; n++) {
    const { now } = await mine.resize(files[n % files.length], widths[n % widths.length], ['webp', 'jpeg'][n % 2], '/dev/null')
    thirds[third].push(now)
    third = Math.floor((performance.now() - begun) / (1000 * seconds / 3))
  }
  mine.stop()
  return thirds.map(median)
}
