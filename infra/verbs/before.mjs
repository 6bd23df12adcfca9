// What was published before, as its place tells it: which files there are, and which dates the pages bear. Its place is a folder of this
// machine, or the bucket of a stage. There the list names at all times whatever there may be (upload.mjs), so that what is published no
// more is found and taken away also where a publishing broke off.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { Advice } from './build.mjs'
import { lastmod } from './sitemap.mjs'
import { aws } from './stages.mjs'

/** The file of a published site in which the next time finds what this one has written: it alone is taken away when it is no more. */
export const published = 'published.json'

/** The file that says which build the pages are of; in a bucket the deployment writes it, that pages of another build do not come to it. */
export const deployed = 'release'

/** Reads what lies in a folder by its name: its text, or undefined where there is no such file. */
export const inFolder = (folder) => (name) => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

const rights = `Whoever publishes may do s3:GetObject, s3:PutObject and s3:DeleteObject with what is in the bucket, and s3:ListBucket with the bucket: without the
last S3 denies a file that is not there too, and it cannot be told whether nothing was published yet.`

/**
 * The same of what lies in a bucket. It is not asked by way of CloudFront, which keeps a list of yesterday and says 404 of all that S3 or
 * the firewall denies; and what S3 denies is no file that is not there.
 */
export const inBucket = (bucket) => (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'before-'))
  const file = join(folder, 'file')
  try {
    aws(['s3api', 'get-object', '--bucket', bucket, '--key', name, file])
    return readFileSync(file, 'utf8')
  } catch ({ message }) {
    if (message.includes('(NoSuchKey)')) return undefined
    const denied = /\((AccessDenied|403)\)/.test(message)
    throw new Advice(`What was published before is not known: ${name} in ${bucket} cannot be read. ${message}${denied ? `\n\n${rights}` : ''}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a file of before holds, undefined where there is none. Of one that nobody can read it says what is lost with it. */
function held(before, name, isRight, lost) {
  const text = before(name)
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text)
    if (isRight(value)) return value
  } catch {} // half a file, or another one
  throw new Advice(`What was published before is not known: ${name} is none of a publishing. Delete it and publish again: ${lost}.`)
}

const isList = (value) => Array.isArray(value) && value.every((name) => typeof name === 'string')
const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

/** The files that were published before. */
const listed = (before) => held(before, published, isList, 'nothing is taken away then') ?? []

/** The dates of the pages of before (sitemap.mjs). */
export const datesIn = (before) => held(before, lastmod, isRecord, 'every page is of today then') ?? {}

/** The files of a folder of pages by their paths, which are their addresses too. What is packed with gzip stays on this machine. */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && ![deployed, published].includes(entry.name) && !entry.name.endsWith('.gz'))
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')).sort()
}

/** What a store lacks pages of which is the wrong one, or into which not all was imported. */
const kinds = { 'pages of restaurants': /^(.*\/)?locations\/[^/]+\/[^/]+\/[^/]+\/index\.html$/, pages: /^(.*\/)?index\.html$/ }

/** Refuses to take away more than half of the pages, or of those of the restaurants. */
function spare(were, gone) {
  for (const [kind, of] of Object.entries(kinds)) {
    const [all, lost] = [were, gone].map((names) => names.filter((name) => of.test(name)).length)
    if (lost * 2 > all)
      throw new Advice(`Of the ${all} ${kind} that are published, ${lost} would be taken away: the running site knows nothing of them. Is its table the right
one, and is everything imported? Mend that (npm run import) and publish again. If they are to go, say the same with --fewer behind:
npm run publish -- --fewer, npm run publish -- STAGE --fewer, npm run deploy -- STAGE --fewer.`)
  }
}

/**
 * Writes the list of a folder of pages beside them, and gives which of its files were not there before, and which of before are gone from
 * it. Unless `fewer` are meant, those are not most of the pages: it refuses, and there is no list.
 */
export function list(before, folder, fewer) {
  const files = filesIn(folder)
  const were = listed(before)
  const [is, was] = [new Set(files), new Set(were)]
  const gone = were.filter((name) => !is.has(name))
  if (!fewer) spare(were, gone)
  writeFileSync(join(folder, published), JSON.stringify(files))
  return { come: files.filter((name) => !was.has(name)), gone }
}
