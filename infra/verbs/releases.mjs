// The last two releases of a stage, in its bucket under operator/, which CloudFront cannot read. Each is an archive of the folder that was
// deployed, with its build. npm run rollback deploys one without building.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { bucketReader } from './previousPublish.mjs'
import { UserError, buildPath, root } from './build.mjs'
import { releaseHash } from './prerender.mjs'
import { aws } from './stages.mjs'

const list = 'operator/releases.json'
const archive = (id) => `operator/${id}.tgz`

/**
 * { current, previous, unfinished }: the ids of the releases. unfinished is set during a deployment and after an interrupted one; for a
 * rollback it is the id of the release. Write it only while you hold the lock.
 */
const read = (bucket) => JSON.parse(bucketReader(bucket)(list) ?? '{}')
const write = (bucket, releases) => aws(['s3', 'cp', '-', `s3://${bucket}/${list}`, '--only-show-errors'], JSON.stringify(releases))

/** Returns the id of the build in this folder: a hash of the templates of a stage, which name their assets, and of the site. */
function buildID(stage) {
  const hash = createHash('sha256').update(releaseHash())
  const out = join(root, 'cdk.out')
  for (const name of readdirSync(out).sort()) if (name.startsWith(`ordering-${stage}`) && name.endsWith('.template.json')) hash.update(readFileSync(join(out, name)))
  return hash.digest('hex')
}

/** Packs or unpacks an archive: the work gets tar with a file of its own, and the file. */
function withArchive(work) {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const file = join(folder, 'release.tgz')
  const tar = (how, ...args) => {
    const { status, stderr, error } = spawnSync('tar', [how, file, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new UserError(`tar failed: ${stderr || error}`)
  }
  try {
    work(tar, file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Records that a deployment begins. Until it ends, a rollback returns to the current release, or repeats an unfinished rollback. */
export const begin = (stage, bucket, isRollback) => write(bucket, { ...read(bucket), unfinished: isRollback ? buildID(stage) : true })

/** Stores the deployed folder as the current release, and the current one as the previous. */
export function store(stage, bucket) {
  const id = buildID(stage)
  const { current, previous } = read(bucket)
  withArchive((tar, file) => {
    const sources = readdirSync(root).filter((name) => !/^(node_modules|\.git|\.local.*)$/.test(name))
    tar('-czf', '-C', root, ...sources, relative(root, buildPath()))
    aws(['s3', 'cp', file, `s3://${bucket}/${archive(id)}`, '--only-show-errors'])
  })
  const next = { current: id, previous: id === current ? previous : current }
  write(bucket, next)
  if (previous && !Object.values(next).includes(previous)) aws(['s3', 'rm', `s3://${bucket}/${archive(previous)}`, '--only-show-errors'])
}

/** Unpacks the release to return to: the previous, or after an interrupted deployment the current. An interrupted rollback is repeated. */
export function unpack(bucket, folder) {
  const releases = read(bucket)
  const which = releases.unfinished && releases.unfinished !== releases.previous ? 'current' : 'previous'
  const id = releases[which]
  if (!id) throw new UserError(`The bucket ${bucket} has no ${which} release: nothing was deployed before. Nothing was changed.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  withArchive((tar, file) => {
    aws(['s3', 'cp', `s3://${bucket}/${archive(id)}`, file, '--only-show-errors'])
    tar('-xzf', '-C', folder)
  })
  return which
}
