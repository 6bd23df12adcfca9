// The lock of a stage: one process at a time changes its site. The lock is an object in the stage's bucket, written with conditional writes of
// S3. CloudFront cannot read objects under operator/.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Advice } from './build.mjs'
import { ask } from './stages.mjs'

const key = 'operator/publishing.json'

/** A deployment takes less. The lock of a killed process expires after this time. */
const minutes = 90

/** Takes the lock of a bucket, or fails with the name of its holder. With takeOver it takes the lock even while another process holds it. */
export function lock(bucket, { takeOver = false, holder = `${userInfo().username}@${hostname()}`, now = Date.now } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const file = join(folder, 'lock.json')
  const at = ['--bucket', bucket, '--key', key]
  let etag
  /** Writes the lock and returns true, or returns false if another process wrote it since. */
  const put = (until) => {
    writeFileSync(file, JSON.stringify({ holder, until, by: `${process.pid} ${Math.random()}` })) // each write has an ETag of its own
    try {
      etag = ask('s3api', 'put-object', ...at, '--body', file, ...(etag ? ['--if-match', etag] : ['--if-none-match', '*'])).ETag
      return true
    } catch (error) {
      if (/\((PreconditionFailed|ConditionalRequestConflict)\)/.test(error.message)) return false
      throw error
    }
  }
  const read = () => {
    const { ETag } = ask('s3api', 'get-object', ...at, file)
    return { ...JSON.parse(readFileSync(file, 'utf8')), seen: ETag }
  }
  const renew = () => put(now() + minutes * 60_000)
  const interrupted = () => process.exit(130)
  const release = () => {
    process.off('exit', release).off('SIGINT', interrupted).off('SIGTERM', interrupted)
    try {
      put(0) // not where another has taken the lock over
    } catch (error) {
      console.error(`The lock is not released and ends in ${minutes} minutes. ${error.message}`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  if (!renew()) {
    const held = read()
    if (held.until > now() && !takeOver)
      throw new Advice(`${held.holder} is publishing this stage and holds its lock until ${new Date(held.until).toISOString()} at most. Wait until that has ended. If it was killed, say --take-over.`)
    etag = held.seen
    if (!renew()) throw new Advice(`${read().holder} was faster and is publishing this stage. Try again later.`)
  }
  process.on('exit', release).on('SIGINT', interrupted).on('SIGTERM', interrupted)
  return {
    release,
    /** Fails where another has taken the lock over. */
    check() {
      if (!renew()) throw new Advice(`${read().holder} has taken the lock over and is publishing this stage. Nothing more is changed from here.`)
    },
  }
}
