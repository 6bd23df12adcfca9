import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { composeScene } from './compose.ts'
import type { Scenes } from './scenes.ts'
import { type Format, fileName, formats, widths, widthsOf } from './widths.ts'

/**
 * Encoder settings. AVIF takes most of the time: at this effort it is a tenth smaller than WebP with sharper colour edges, in three
 * times the time; at higher effort a first build takes minutes.
 */
const recipe = {
  webp: { quality: 75, effort: 2 },
  avif: { quality: 57, effort: 1 },
  jpeg: { quality: 92, chromaSubsampling: '4:4:4' },
  png: { compressionLevel: 6 },
} as const

const widest = widths.at(-1)!
/** Pixel limit of functions/images: larger pictures are rejected. */
const mostPixels = 25_000_000

/** Entry of pictures.json, read by functions/images. */
export interface PictureEntry {
  width: number
  height: number
  /** Hash of the source and the encoder settings: 16 hexadecimal digits. */
  hash: string
  /** Preview as a data URL of at most 300 bytes; empty for transparent pictures. */
  blur: string
  widths: number[]
  formats: readonly Format[]
}

/** A picture before encoding. */
interface Source {
  /** Path below pictures/, with the master's extension. */
  path: string
  width: number
  height: number
  hash: string
  seeThrough: boolean
  /** Opens the picture at full size. */
  open(): Sharp
  /** True if pages show it: then it is listed and has several widths. Link cards are single files. */
  shown: boolean
}

const hashOf = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256').update(JSON.stringify([1, recipe, sharp.versions.vips]))
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

function drawn({ shown, cards }: Scenes, colours: ReadonlyMap<string, string>): Source[] {
  return [...shown, ...cards].map((scene) => {
    const text = composeScene(scene, colours)
    const { path, width, height, ground } = scene
    return {
      ...{ path, width, height, seeThrough: !ground, hash: hashOf(text) },
      shown: shown.includes(scene),
      open: () => (ground ? sharp(Buffer.from(text)).removeAlpha() : sharp(Buffer.from(text))),
    }
  })
}

/** Returns the brand's photographs in a folder; `leaveOut` receives the reason for each that is skipped. */
async function photographed(folder: string, leaveOut: (reason: string) => void): Promise<Source[]> {
  const found: Source[] = []
  if (!existsSync(folder)) return found
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    if (!entry.isFile() || !/\.(jpe?g|png|webp|gif)$/.test(path)) continue
    if (!path.split('/').every((name) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name))) {
      leaveOut(`${path}: a name has letters, digits and -_. alone`)
      continue
    }
    const data = readFileSync(join(folder, path))
    try {
      found.push(await photograph(path, data))
    } catch (error) {
      leaveOut(`${path}: ${(error as Error).message}`)
    }
  }
  return found
}

/** Returns a photograph rotated upright, no wider than any screen needs, without metadata such as its location. */
async function photograph(path: string, data: Buffer): Promise<Source> {
  const { autoOrient, ...about } = await sharp(data, { limitInputPixels: mostPixels }).metadata()
  if (about.format === 'gif' || (about.pages ?? 1) > 1)
    throw new Error('GIFs and animations are not served. Save it as JPEG, PNG or WebP')
  const width = Math.min(autoOrient.width, widest)
  return {
    path,
    width,
    height: Math.round((autoOrient.height * width) / autoOrient.width),
    hash: hashOf(data),
    seeThrough: about.hasAlpha,
    open: () => sharp(data).autoOrient().resize({ width, withoutEnlargement: true }).toColourspace('srgb'),
    shown: true,
  }
}

/** Input of the PictureMaker of a brand. */
interface Pictures {
  scenes: Scenes
  /** Colours of the brand, by their names in its style sheet. */
  colours: ReadonlyMap<string, string>
  /** The brand's photographs. */
  folder?: string
  /** Receives the reason for each photograph that is not served. */
  leaveOut(reason: string): void
}

/** Returns all sources: a photograph replaces the drawing of the same name. */
async function sources({ scenes, colours, folder, leaveOut }: Pictures): Promise<Source[]> {
  const photographs = folder ? await photographed(folder, leaveOut) : []
  const taken = new Set(photographs.map(({ path }) => path))
  return [...drawn(scenes, colours).filter(({ path }) => !taken.has(path)), ...photographs]
}

const stem = (path: string) => path.slice(0, -extname(path).length)
const rungFile = ({ path, hash }: Source, width: number, format: Format) =>
  fileName(path, hash, width, format)
const masterName = ({ path, hash }: Source) => `${stem(path)}-${hash}${extname(path)}`
const rungs = ({ width, shown }: Source) => (shown ? widthsOf(width) : [])

/** Writes a file atomically, so that existing files are complete. */
function write(file: string, data: Buffer) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, data)
  renameSync(`${file}.${process.pid}`, file)
}

/** Number of pictures encoded in parallel: the processors of the smallest build machine. */
const atOnce = 2

async function all(jobs: readonly (() => Promise<void>)[]) {
  const queue = [...jobs]
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await job()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** PictureMaker encodes the pictures of a brand and caches the results by content. */
export class PictureMaker {
  readonly #kept: string
  readonly #sources: Source[]

  private constructor(kept: string, all: Source[]) {
    this.#kept = kept
    this.#sources = all
  }

  /** Returns the maker of a brand's pictures. Results are cached in a folder by content, and removed when no picture uses them. */
  static async of(pictures: Pictures, kept: string): Promise<PictureMaker> {
    return new PictureMaker(kept, await sources(pictures))
  }

  /** Returns the list of pictures for pages. It encodes only the previews. */
  async list(): Promise<Record<string, PictureEntry>> {
    const list: Record<string, PictureEntry> = {}
    for (const source of this.#sources.filter(({ shown }) => shown)) {
      const { path, width, height, hash } = source
      list[path] = {
        ...{ width, height, hash, blur: await this.#blur(source), widths: rungs(source) },
        formats: rungs(source).length > 0 ? formats : [],
      }
    }
    return list
  }

  /** Returns the preview: the smallest width, encoded alone. */
  async #blur(source: Source): Promise<string> {
    if (source.seeThrough) return ''
    const file = join(this.#kept, rungFile(source, widths[0], 'webp'))
    if (!existsSync(file)) await this.#rung(source, source.open(), widths[0], 'webp')
    return `data:image/webp;base64,${readFileSync(file, 'base64')}`
  }

  async #rung(source: Source, pixels: Sharp, width: number, format: Format) {
    const data = await pixels.resize({ width })[format](recipe[format]).toBuffer()
    write(join(this.#kept, rungFile(source, width, format)), data)
  }

  async #master(source: Source) {
    const format = /jpe?g$/.test(source.path) ? 'jpeg' : (extname(source.path).slice(1) as 'png' | 'webp')
    const options = format === 'webp' ? { quality: 92 } : recipe[format]
    const data = await source.open()[format](options).toBuffer()
    write(join(this.#kept, masterName(source)), data)
  }

  /** Encodes the missing masters. */
  async masters(): Promise<void> {
    sharp.concurrency(1)
    const missing = this.#sources.filter((source) => !existsSync(join(this.#kept, masterName(source))))
    await all(missing.map((source) => () => this.#master(source)))
  }

  /** Encodes what is missing, one picture after the other, because each is held in memory. */
  async make(): Promise<void> {
    await this.masters()
    const missing = (name: string) => !existsSync(join(this.#kept, name))
    for (const source of this.#sources) {
      const jobs = rungs(source)
        .reverse()
        .flatMap((width) => formats.map((format) => ({ width, format })))
        .filter(({ width, format }) => missing(rungFile(source, width, format)))
      if (jobs.length === 0) continue
      const { data, info } = await source.open().raw().toBuffer({ resolveWithObject: true })
      const { width, height, channels } = info
      const pixels = () => sharp(data, { raw: { width, height, channels } })
      await all(jobs.map((job) => () => this.#rung(source, pixels(), job.width, job.format)))
    }
  }

  /** Copies all results and the list to the folder from which the site is served, and deletes unused cache entries. */
  async place(folder: string): Promise<void> {
    const files = new Map<string, string>()
    for (const source of this.#sources) {
      files.set(masterName(source), source.path)
      for (const width of rungs(source))
        for (const format of formats) {
          const name = rungFile(source, width, format)
          files.set(name, name)
        }
    }
    for (const entry of readdirSync(this.#kept, { recursive: true, withFileTypes: true })) {
      const name = relative(this.#kept, join(entry.parentPath, entry.name))
      if (entry.isFile() && !files.has(name)) rmSync(join(this.#kept, name))
    }
    for (const [from, to] of files) {
      mkdirSync(dirname(join(folder, to)), { recursive: true })
      cpSync(join(this.#kept, from), join(folder, to))
    }
    writeFileSync(join(folder, 'pictures.json'), JSON.stringify(await this.list()))
  }
}
