// Reads what the previous publish wrote: the pages and their dates, from a local folder or a stage's bucket.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './build.mjs'
import { lastmod } from './sitemap.mjs'
import { objectIn } from './stages.mjs'

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
    throw new UserError(`The pages of the previous publish are unknown: ${name} in ${bucket} cannot be read. ${message}${denied ? `\n\n${rights}` : ''}`)
  }
}

/** Returns the dates of the previous pages by path (sitemap.mjs), {} without any. */
export function readDates(before) {
  try {
    return JSON.parse(before(lastmod) ?? '{}')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UserError(`The pages of the previous publish are unknown: ${lastmod} is not a valid file of a publish. Delete it and publish again. Every page then gets the date of today.`)
  }
}

/** Kinds of pages. If most pages of a kind are missing, the store is the wrong one or its import is incomplete. */
const kinds = { 'restaurant pages': /\/locations\/[^/]+\/[^/]+\/[^/]+$/, pages: /^/ }

/** Returns the paths of the new pages and of the removed ones. Unless `fewer` is set, it throws if most pages of a kind are removed. */
export function comparePages(before, now, fewer) {
  const [old, paths] = [Object.keys(before), Object.keys(now)]
  const removed = old.filter((path) => !now[path])
  for (const [kind, pattern] of Object.entries(kinds)) {
    const [all, lost] = [old, removed].map((some) => some.filter((path) => pattern.test(path)).length)
    if (lost * 2 > all && !fewer)
      throw new UserError(`${lost} of the ${all} published ${kind} would be deleted: the running site does not have them. Check that it uses the right table and that
everything is imported (npm run import), and publish again. To delete them on purpose, add --fewer:
npm run publish -- --fewer, npm run publish -- STAGE --fewer, npm run deploy -- STAGE --fewer.`)
  }
  return { added: paths.filter((path) => !before[path]), removed }
}
