// The lock of a stage: only one process changes its site at a time. The lock is an object in the stage's bucket, written with S3
// conditional writes. CloudFront cannot read objects under operator/.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { UserError } from './build.mjs'
import { awsJSON, objectIn } from './stages.mjs'

const key = 'operator/publishing.json'

/** The lease's length; a deployment takes less. The lock of a killed process expires after it. */
const minutes = 90

/** Acquires the lock of a bucket, or throws with the name of its holder. takeOver acquires it even while another process holds it. */
export function lock(bucket, { takeOver = false, holder = `${userInfo().username}@${hostname()}`, now = Date.now } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const file = join(folder, 'lock.json')
  const at = ['--bucket', bucket, '--key', key]
  let etag
  /** Writes the lock. Returns false if another process has written it since. */
  const put = (until) => {
    writeFileSync(file, JSON.stringify({ holder, until, by: `${process.pid} ${Math.random()}` })) // a unique ETag for each write
    try {
      etag = awsJSON('s3api', 'put-object', ...at, '--body', file, ...(etag ? ['--if-match', etag] : ['--if-none-match', '*'])).ETag
      return true
    } catch (error) {
      if (/\((PreconditionFailed|ConditionalRequestConflict)\)/.test(error.message)) return false
      throw error
    }
  }
  const read = () => {
    const { text, etag: seen } = objectIn(bucket, key)
    return { ...JSON.parse(text), seen }
  }
  const renew = () => put(now() + minutes * 60_000)
  const interrupted = () => process.exit(130)
  const release = () => {
    process.off('exit', release).off('SIGINT', interrupted).off('SIGTERM', interrupted)
    try {
      put(0) // no effect if another process has taken the lock over
    } catch (error) {
      console.error(`The lock could not be released and expires in ${minutes} minutes. ${error.message}`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  if (!renew()) {
    const held = read()
    if (held.until > now() && !takeOver)
      throw new UserError(`${held.holder} is publishing this stage and holds its lock until ${new Date(held.until).toISOString()} at most. Wait until it ends. If it was killed, use --take-over.`)
    etag = held.seen
    if (!renew()) throw new UserError(`${read().holder} got the lock first and is publishing this stage. Try again later.`)
  }
  process.on('exit', release).on('SIGINT', interrupted).on('SIGTERM', interrupted)
  return {
    release,
    /** Throws if another process has taken the lock over. */
    check() {
      if (!renew()) throw new UserError(`${read().holder} took over the lock and is publishing this stage. This process makes no further changes.`)
    },
  }
}
