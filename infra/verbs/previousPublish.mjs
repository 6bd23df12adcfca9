// Reads what the previous publish wrote: the list of files, and the pages' dates. They are in a local folder or in a stage's bucket. During
// a publish to a bucket, the list names the old and the new files (upload.mjs), so that obsolete files are found and deleted even after a
// publish was interrupted.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { UserError, filesBelow } from './build.mjs'
import { lastmod } from './sitemap.mjs'
import { objectIn } from './stages.mjs'

/** The file of a published site that lists its files. Only listed files are deleted when they become obsolete. */
export const listFile = 'published.json'

/** The file with the build of the pages. In a bucket the deployment writes it, so that pages of another build are rejected. */
export const releaseFile = 'release'

/** Returns a reader of a folder's files by name: the text, or undefined if there is no such file. */
export const folderReader = (folder) => (name) => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

const rights = `Publishing needs s3:GetObject, s3:PutObject and s3:DeleteObject on the objects of the bucket, and s3:ListBucket on the bucket.
Without s3:ListBucket, S3 also denies access to a missing file, so that a first publish cannot be recognised.`

/**
 * Returns a reader of a bucket's files, like folderReader. It reads from S3, because CloudFront may return an old list and answers 404 for
 * anything that S3 or the firewall denies. A denied file is an error, not a missing file.
 */
export const bucketReader = (bucket) => (name) => {
  try {
    return objectIn(bucket, name)?.text
  } catch ({ message }) {
    const denied = /\((AccessDenied|403)\)/.test(message)
    throw new UserError(`The files of the previous publish are unknown: ${name} in ${bucket} cannot be read. ${message}${denied ? `\n\n${rights}` : ''}`)
  }
}

/**
 * Returns the parsed content of a file of the previous publish, or `absent` without one. If it is invalid, throws with
 * `consequence`, that of deleting it.
 */
function parsePrevious(before, name, absent, consequence) {
  const text = before(name)
  if (text === undefined) return absent
  try {
    const value = JSON.parse(text)
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    if (Array.isArray(absent) ? isList : value !== null && typeof value === 'object' && !Array.isArray(value)) return value
  } catch {} // a truncated or foreign file
  throw new UserError(`The files of the previous publish are unknown: ${name} is not a valid file of a publish. Delete it and publish again. ${consequence}`)
}

/** Returns the dates of the previous pages (sitemap.mjs). */
export const readDates = (before) => parsePrevious(before, lastmod, {}, 'Every page then gets the date of today.')

/** Returns the files of a pages folder by path, which is also their address. Gzip variants are only used locally. */
function filesIn(folder) {
  const names = filesBelow(folder, (path) => !path.endsWith('.gz')).map((path) => relative(folder, path).replaceAll(sep, '/'))
  return names.filter((name) => name !== releaseFile && name !== listFile).sort()
}

/** Kinds of pages. If most pages of a kind are missing, the store is the wrong one or its import is incomplete. */
const kinds = { 'restaurant pages': /^(.*\/)?locations\/[^/]+\/[^/]+\/[^/]+\/index\.html$/, pages: /^(.*\/)?index\.html$/ }

/** Throws if more than half of the pages, or of the locations' pages, would be deleted. */
function refuseMassDeletion(old, removed) {
  for (const [kind, pattern] of Object.entries(kinds)) {
    const [all, lost] = [old, removed].map((names) => names.filter((name) => pattern.test(name)).length)
    if (lost * 2 > all)
      throw new UserError(`${lost} of the ${all} published ${kind} would be deleted: the running site does not have them. Check that it uses the right table and that
everything is imported (npm run import), and publish again. To delete them on purpose, add --fewer:
npm run publish -- --fewer, npm run publish -- STAGE --fewer, npm run deploy -- STAGE --fewer.`)
  }
}

/**
 * Writes the list of a pages folder into it. Returns the new files and the obsolete ones. Unless `fewer` is set, it throws, without a list,
 * if most pages are obsolete.
 */
export function writeList(before, folder, fewer) {
  const files = filesIn(folder)
  const old = parsePrevious(before, listFile, [], 'No obsolete file is then deleted.')
  const [newNames, oldNames] = [new Set(files), new Set(old)]
  const removed = old.filter((name) => !newNames.has(name))
  if (!fewer) refuseMassDeletion(old, removed)
  writeFileSync(join(folder, listFile), JSON.stringify(files))
  return { added: files.filter((name) => !oldNames.has(name)), removed }
}
