// Uploads the built site and its pages so that guests never get a partial release: assets first, then the documents that refer to them,
// then a CloudFront invalidation. The service worker follows when that has completed: installed earlier, it would cache an old document for
// the new build.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { deployed, published } from './before.mjs'
import { fail, root, run } from './build.mjs'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.xml': 'application/xml',
  '.woff2': 'font/woff2',
  '.pmtiles': 'application/octet-stream',
}
// Browsers revalidate documents on each use. CloudFront caches them until a deployment's invalidation.
const ask = 'public, max-age=0, s-maxage=86400, must-revalidate'
const year = 'public, max-age=31536000, immutable'

/** Files with a content hash in the name, by folder: a regular expression for paths, and a glob for the AWS CLI. */
const lasting = {
  assets: { path: /^assets\//, glob: 'assets/*' },
  // Resized pictures. The masters in the same folder keep their names when they change.
  pictures: { path: /^pictures\/.*-[0-9a-f]{16}-\d+\.\w+$/, glob: 'pictures/*-????????????????-*' },
}

/** Returns the kinds of files in a folder. Each kind is one upload with its own headers. */
function kinds(folder) {
  const found = new Set()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.name.endsWith('.gz')) continue
    const path = relative(folder, join(entry.parentPath, entry.name))
    const packed = path.endsWith('.br')
    const type = extname(packed ? path.slice(0, -3) : path)
    if (!types[type]) fail(`infra/verbs/upload.mjs does not know what ${path} is: add its ending to the types.`)
    const among = Object.keys(lasting).find((name) => lasting[name].path.test(path))
    found.add(JSON.stringify({ folder: among, type, packed }))
  }
  return [...found].map((kind) => JSON.parse(kind)).sort((a, b) => Number(!a.folder) - Number(!b.folder) || Number(b.type !== '.html') - Number(a.type !== '.html'))
}

/** Files with their own upload: the API page as /api/docs, the worker last, each market's shell with its pages, the 404 with its status. */
const apart = ['sw.js*', 'shell.html*', '404.html*', 'api-docs.html*']

const headers = (type, cache, packed) => ['--content-type', types[type], '--cache-control', cache, ...(packed ? ['--content-encoding', 'br'] : [])]

const copy = (from, bucket, kind, which) => {
  const { folder, type, packed } = kind
  return ['s3', 'cp', from, `s3://${bucket}/`, '--recursive', '--only-show-errors', '--exclude', '*', ...which, ...headers(type, folder ? year : ask, packed)]
}
const pattern = ({ type, packed }) => `*${type}${packed ? '.br' : ''}`
const without = (names) => names.flatMap((name) => ['--exclude', name])

function siteFiles(site, bucket) {
  const globs = Object.values(lasting).map(({ glob }) => glob)
  const chosen = (kind) => (kind.folder ? ['--include', `${lasting[kind.folder].glob.slice(0, -1)}${pattern(kind)}`] : ['--include', pattern(kind), ...without([...globs, ...apart])])
  const all = kinds(site).map((kind) => copy(site, bucket, kind, chosen(kind)))
  all.push(['s3', 'cp', join(root, 'functions', 'openapi.json'), `s3://${bucket}/api/openapi.json`, '--only-show-errors', ...headers('.json', ask)])
  all.push(['s3', 'cp', join(site, 'api-docs.html'), `s3://${bucket}/api/docs`, '--only-show-errors', ...headers('.html', ask)])
  return all
}

/** The list during a publish: the old and the new files. Locally it has this name. */
const under = 'publishing.json'

/** The kinds of files in the pages folder, the documents last. */
const pageKinds = ['.pdf', '.json', '.xml', '.html'].flatMap((type) => (type === '.pdf' ? [false] : [false, true]).map((packed) => ({ type, packed })))

/** The maximum number of files in one call: a command line is limited in length. */
const atOnce = 300

/** Returns the calls that delete obsolete files. Only files of a kind that a publish writes are deleted. S3 keeps them for a month. */
function removals(gone, bucket) {
  const own = gone.filter((name) => /^[^*?[\]]+\.(html|pdf|json|xml)(\.br)?$/.test(name) && !/^(assets|pictures|api)\//.test(name))
  return Array.from({ length: Math.ceil(own.length / atOnce) }, (_, n) => {
    const named = own.slice(n * atOnce, (n + 1) * atOnce).flatMap((name) => ['--include', name])
    return ['s3', 'rm', `s3://${bucket}/`, '--recursive', '--only-show-errors', '--exclude', '*', ...named]
  })
}

/** Returns the call that replaces the list. */
const put = (file, bucket) => ['s3', 'cp', file, `s3://${bucket}/${published}`, '--only-show-errors', ...headers('.json', ask)]

function pageFiles(pages, gone, bucket) {
  const all = pageKinds.map((kind) => copy(pages, bucket, kind, ['--include', pattern(kind), ...without(['404.html*', published, under])]))
  // The 404 document: infra/edge/status.js sets the status from the metadata.
  for (const packed of ['', '.br'])
    all.push(['s3', 'cp', join(pages, `404.html${packed}`), `s3://${bucket}/404.html${packed}`, '--only-show-errors', '--metadata', 'status=404', ...headers('.html', ask, packed)])
  return [...all, ...removals(gone, bucket)]
}

/**
 * Returns the arguments of the AWS CLI calls in order, for the pages, and for the site if given. `gone` are the obsolete files of the
 * previous pages; `id` is that of the invalidation.
 */
export function uploads({ site, pages, gone, bucket, distribution }) {
  return {
    // Between the first and the last call the list names old and new files: after an interruption the next publish finds all.
    files: [put(join(pages, under), bucket), ...(site ? siteFiles(site, bucket) : []), ...pageFiles(pages, gone, bucket), put(join(pages, published), bucket)],
    invalidate: ['cloudfront', 'create-invalidation', '--distribution-id', distribution, '--paths', '/*', '--query', 'Invalidation.Id', '--output', 'text'],
    wait: (id) => ['cloudfront', 'wait', 'invalidation-completed', '--distribution-id', distribution, '--id', id],
    last: site ? [...worker(site, bucket), ['s3', 'cp', join(pages, deployed), `s3://${bucket}/${deployed}`, '--only-show-errors', ...headers('.txt', ask)]] : [],
  }
}

/** The worker is never cached: a stale one would serve the old site. */
const worker = (site, bucket) => ['', '.br'].map((packed) => ['s3', 'cp', join(site, `sw.js${packed}`), `s3://${bucket}/sw.js${packed}`, '--only-show-errors', ...headers('.js', 'no-cache', packed)])

export async function upload(what) {
  const { files, invalidate, wait, last } = uploads(what)
  writeFileSync(join(what.pages, under), JSON.stringify([...JSON.parse(readFileSync(join(what.pages, published), 'utf8')), ...what.gone]))
  for (const args of files) await run('aws', args)
  const { status, stdout } = spawnSync('aws', invalidate, { cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] })
  const id = status === 0 && stdout.trim()
  if (!id) fail('CloudFront does not forget the documents before: guests may see them for a day. Deploy again.')
  await run('aws', wait(id))
  for (const args of last) await run('aws', args)
}
