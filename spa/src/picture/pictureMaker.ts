import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
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
const encoderSettings = {
  webp: { quality: 75, effort: 2 },
  avif: { quality: 57, effort: 1 },
  jpeg: { quality: 92, chromaSubsampling: '4:4:4' },
  png: { compressionLevel: 6 },
} as const

const maxWidth = widths.at(-1)!
/** Pixel limit of functions/images: larger pictures are rejected. */
const maxPixels = 25_000_000

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
  transparent: boolean
  /** Opens the picture at full size. */
  open(): Sharp
  /** True if pages show it: then it is listed and has several widths. Link cards are single files. */
  onPages: boolean
}

const hashOf = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256').update(JSON.stringify([1, encoderSettings, sharp.versions.vips]))
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

function drawnSources({ onPages, cards }: Scenes, colours: ReadonlyMap<string, string>): Source[] {
  return [...onPages, ...cards].map((scene) => {
    const text = composeScene(scene, colours)
    const { path, width, height, ground } = scene
    return {
      ...{ path, width, height, transparent: !ground, hash: hashOf(text) },
      onPages: onPages.includes(scene),
      open: () => (ground ? sharp(Buffer.from(text)).removeAlpha() : sharp(Buffer.from(text))),
    }
  })
}

/** Returns the brand's photographs in a folder; `onSkip` receives the reason for each that is skipped. */
async function photographSources(folder: string, onSkip: (reason: string) => void): Promise<Source[]> {
  const found: Source[] = []
  if (!existsSync(folder)) return found
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    if (!entry.isFile() || !/\.(jpe?g|png|webp|gif)$/.test(path)) continue
    if (!path.split('/').every((name) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name))) {
      onSkip(`${path}: a name has letters, digits and -_. alone`)
      continue
    }
    const data = readFileSync(join(folder, path))
    try {
      found.push(await photograph(path, data))
    } catch (error) {
      onSkip(`${path}: ${(error as Error).message}`)
    }
  }
  return found
}

/** Returns a photograph rotated upright, no wider than any screen needs, without metadata such as its location. */
async function photograph(path: string, data: Buffer): Promise<Source> {
  const { autoOrient, ...metadata } = await sharp(data, { limitInputPixels: maxPixels }).metadata()
  if (metadata.format === 'gif' || (metadata.pages ?? 1) > 1)
    throw new Error('GIFs and animations are not served. Save it as JPEG, PNG or WebP')
  const width = Math.min(autoOrient.width, maxWidth)
  return {
    path,
    width,
    height: Math.round((autoOrient.height * width) / autoOrient.width),
    hash: hashOf(data),
    transparent: metadata.hasAlpha,
    open: () => sharp(data).autoOrient().resize({ width, withoutEnlargement: true }).toColourspace('srgb'),
    onPages: true,
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
  onSkip(reason: string): void
}

const stem = (path: string) => path.slice(0, -extname(path).length)
const variantFile = ({ path, hash }: Source, width: number, format: Format) =>
  fileName(path, hash, width, format)
const masterName = ({ path, hash }: Source) => `${stem(path)}-${hash}${extname(path)}`
const widthsOfSource = ({ width, onPages }: Source) => (onPages ? widthsOf(width) : [])
/** Files of all widths, the widest first. */
const variantFiles = (source: Source) =>
  widthsOfSource(source)
    .reverse()
    .flatMap((width) =>
      formats.map((format) => ({ width, format, name: variantFile(source, width, format) })),
    )

/** Writes a file atomically, so that existing files are complete. */
function write(file: string, data: Buffer) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, data)
  renameSync(`${file}.${process.pid}`, file)
}

/** Hard-links a cached file into a folder, atomically, unless it is there: another process may place the same pictures. */
function link(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Number of pictures encoded in parallel: the processors of the smallest build machine. */
const concurrency = 2

async function runJobs(jobs: readonly (() => Promise<void>)[]) {
  const queue = [...jobs]
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await job()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** PictureMaker encodes the pictures of a brand. Results are cached in a folder by content, and removed when no picture uses them. */
export class PictureMaker {
  readonly #cacheFolder: string
  readonly #sources: Source[]

  private constructor(cacheFolder: string, sources: Source[]) {
    this.#cacheFolder = cacheFolder
    this.#sources = sources
  }

  /** Returns the maker of a brand's pictures. A photograph replaces the drawing of the same name. */
  static async of({ scenes, colours, folder, onSkip }: Pictures, cacheFolder: string): Promise<PictureMaker> {
    const photographs = folder ? await photographSources(folder, onSkip) : []
    const paths = new Set(photographs.map(({ path }) => path))
    const drawings = drawnSources(scenes, colours).filter(({ path }) => !paths.has(path))
    return new PictureMaker(cacheFolder, [...drawings, ...photographs])
  }

  /** Returns the list of pictures for pages. It encodes only the previews. */
  async list(): Promise<Record<string, PictureEntry>> {
    const list: Record<string, PictureEntry> = {}
    for (const source of this.#sources.filter(({ onPages }) => onPages)) {
      const { path, width, height, hash } = source
      list[path] = {
        ...{ width, height, hash, blur: await this.#blur(source), widths: widthsOfSource(source) },
        formats: widthsOfSource(source).length > 0 ? formats : [],
      }
    }
    return list
  }

  /** Returns the preview: the smallest width, encoded alone. */
  async #blur(source: Source): Promise<string> {
    if (source.transparent) return ''
    const file = join(this.#cacheFolder, variantFile(source, widths[0], 'webp'))
    if (!existsSync(file)) await this.#encodeWidth(source, source.open(), widths[0], 'webp')
    return `data:image/webp;base64,${readFileSync(file, 'base64')}`
  }

  async #encodeWidth(source: Source, pixels: Sharp, width: number, format: Format) {
    const data = await pixels.resize({ width })[format](encoderSettings[format]).toBuffer()
    write(join(this.#cacheFolder, variantFile(source, width, format)), data)
  }

  async #master(source: Source) {
    const format = /jpe?g$/.test(source.path) ? 'jpeg' : (extname(source.path).slice(1) as 'png' | 'webp')
    const options = format === 'webp' ? { quality: 92 } : encoderSettings[format]
    const data = await source.open()[format](options).toBuffer()
    write(join(this.#cacheFolder, masterName(source)), data)
  }

  /** Encodes the missing masters. */
  async masters(): Promise<void> {
    sharp.concurrency(1)
    const missing = this.#sources.filter((source) => !existsSync(join(this.#cacheFolder, masterName(source))))
    await runJobs(missing.map((source) => () => this.#master(source)))
  }

  /** Makes the masters and the list in the folder from which the site is served, and deletes unused cache entries. */
  async placeMasters(folder: string): Promise<void> {
    await this.masters()
    const used = new Set(
      this.#sources.flatMap((source) => [
        masterName(source),
        ...variantFiles(source).map(({ name }) => name),
      ]),
    )
    for (const entry of readdirSync(this.#cacheFolder, { recursive: true, withFileTypes: true })) {
      const name = relative(this.#cacheFolder, join(entry.parentPath, entry.name))
      // Another process may be writing a used file under its process id.
      if (entry.isFile() && !used.has(name.replace(/\.\d+$/, ''))) rmSync(join(this.#cacheFolder, name))
    }
    for (const source of this.#sources)
      link(join(this.#cacheFolder, masterName(source)), join(folder, source.path))
    writeFileSync(join(folder, 'pictures.json'), JSON.stringify(await this.list()))
  }

  /**
   * Makes the widths in the folder from which the site is served. It encodes one picture after the other, because each is held in
   * memory. An interrupted run continues with what is missing.
   */
  async placeWidths(folder: string): Promise<void> {
    sharp.concurrency(1)
    for (const source of this.#sources) {
      const files = variantFiles(source)
      const missing = files.filter(({ name }) => !existsSync(join(this.#cacheFolder, name)))
      if (missing.length > 0) {
        const { data, info } = await source.open().raw().toBuffer({ resolveWithObject: true })
        const { width, height, channels } = info
        const pixels = () => sharp(data, { raw: { width, height, channels } })
        await runJobs(
          missing.map((file) => () => this.#encodeWidth(source, pixels(), file.width, file.format)),
        )
      }
      for (const { name } of files) link(join(this.#cacheFolder, name), join(folder, name))
    }
  }
}
