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
 * How pictures are made. Most of the time goes into AVIF: as it is here it is a tenth smaller than WebP, and its colours have sharper edges,
 * in three times the time; with more effort a first build takes minutes.
 */
const recipe = {
  webp: { quality: 75, effort: 2 },
  avif: { quality: 57, effort: 1 },
  jpeg: { quality: 92, chromaSubsampling: '4:4:4' },
  png: { compressionLevel: 6 },
} as const

const widest = widths.at(-1)!
/** What functions/images makes a picture of: more pixels are refused. */
const mostPixels = 25_000_000

/** What functions/images reads of a picture in pictures.json. */
export interface PictureEntry {
  width: number
  height: number
  /** Of the source and of how its rungs are made: 16 hexadecimal digits. */
  hash: string
  /** A preview as an address of at most 300 bytes; of none where one sees through the picture. */
  blur: string
  widths: number[]
  formats: readonly Format[]
}

/** A picture before it is made. */
interface Source {
  /** Below pictures/, with the ending of its master. */
  path: string
  width: number
  height: number
  hash: string
  seeThrough: boolean
  /** As large as its master. */
  open(): Sharp
  /** Listed for pages, with rungs. A card of a link lies there alone. */
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

/** The brand's photographs in a folder; `leaveOut` is told why one is not among them. */
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

/** A photograph stands upright, no wider than any screen asks for, and says nothing of where it was taken. */
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

/** What pictures there are of a brand. */
interface Pictures {
  scenes: Scenes
  /** Of the brand, by their names in its style sheet. */
  colours: ReadonlyMap<string, string>
  /** The brand's photographs. */
  folder?: string
  /** Told why one of them is not served. */
  leaveOut(reason: string): void
}

/** All of them: a photograph stands instead of the drawing of its name. */
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

/** Writes a file as a whole or not at all, so that what is there can be trusted. */
function write(file: string, data: Buffer) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, data)
  renameSync(`${file}.${process.pid}`, file)
}

/** How many pictures are made at once: as many as the least machine has processors. */
const atOnce = 2

async function all(jobs: readonly (() => Promise<void>)[]) {
  const left = [...jobs]
  const worker = async () => {
    for (let job = left.shift(); job; job = left.shift()) await job()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** The pictures of a brand. */
export class PictureMaker {
  readonly #kept: string
  readonly #sources: Source[]

  private constructor(kept: string, all: Source[]) {
    this.#kept = kept
    this.#sources = all
  }

  /** The pictures of a brand. What is made is kept in a folder, by its content, until no picture has it any more. */
  static async of(pictures: Pictures, kept: string): Promise<PictureMaker> {
    return new PictureMaker(kept, await sources(pictures))
  }

  /** What pages have to know, without making more than the previews. */
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

  /** The least rung, and nothing else, before the picture is there. */
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

  /** Makes the masters that are not there yet. */
  async masters(): Promise<void> {
    sharp.concurrency(1)
    const missing = this.#sources.filter((source) => !existsSync(join(this.#kept, masterName(source))))
    await all(missing.map((source) => () => this.#master(source)))
  }

  /** Makes what is not there yet, one picture after the other, for each is held as a whole meanwhile. */
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

  /** Puts all that is made, and the list of it, where the site is served from; what is of no picture any more is kept no longer. */
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
