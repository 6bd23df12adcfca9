// Puts the built site and its pages where CloudFront takes them from, in the order in which nobody is shown a half: assets before the
// documents that name them; then CloudFront forgets the documents that it keeps; and only when it has, the service worker, for a worker
// that is installed earlier would keep an old document as that of the new build.
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
// A browser asks each time whether a document has changed, and CloudFront knows: a deployment tells it.
const ask = 'public, max-age=0, s-maxage=86400, must-revalidate'
const year = 'public, max-age=31536000, immutable'

/** The files whose names say their content, by their folder: what their paths look like, to us and to AWS's command line. */
const lasting = {
  assets: { path: /^assets\//, glob: 'assets/*' },
  // The rungs of pictures; beside them lie the masters, whose names stay when they change.
  pictures: { path: /^pictures\/.*-[0-9a-f]{16}-\d+\.\w+$/, glob: 'pictures/*-????????????????-*' },
}

/** The kinds of files in a folder: of each, one upload with the headers that they are served with. */
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

/** What is uploaded by itself: the page of the API as /api/docs, the worker last, the shell of each market with its pages, the error page with its status. */
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

/** A list of what there may be while a publishing is under way: what was there before, and what is to be. It stays on this machine as such. */
const under = 'publishing.json'

/** What a published site consists of, the pages last. */
const pageKinds = ['.pdf', '.json', '.xml', '.html'].flatMap((type) => (type === '.pdf' ? [false] : [false, true]).map((packed) => ({ type, packed })))

/** So many files are named in one call: a command line has an end. */
const atOnce = 300

/** Takes away what an earlier publishing wrote and this one has not, and nothing that does not look like that. S3 keeps it for a month. */
function removals(gone, bucket) {
  const own = gone.filter((name) => /^[^*?[\]]+\.(html|pdf|json|xml)(\.br)?$/.test(name) && !/^(assets|pictures|api)\//.test(name))
  return Array.from({ length: Math.ceil(own.length / atOnce) }, (_, n) => {
    const named = own.slice(n * atOnce, (n + 1) * atOnce).flatMap((name) => ['--include', name])
    return ['s3', 'rm', `s3://${bucket}/`, '--recursive', '--only-show-errors', '--exclude', '*', ...named]
  })
}

/** Puts a list of what there is in the place of the one before. */
const put = (file, bucket) => ['s3', 'cp', file, `s3://${bucket}/${published}`, '--only-show-errors', ...headers('.json', ask)]

function pageFiles(pages, gone, bucket) {
  const all = pageKinds.map((kind) => copy(pages, bucket, kind, ['--include', pattern(kind), ...without(['404.html*', published, under])]))
  // The document of addresses that no page has: infra/edge/status.js gives it the status.
  for (const packed of ['', '.br'])
    all.push(['s3', 'cp', join(pages, `404.html${packed}`), `s3://${bucket}/404.html${packed}`, '--only-show-errors', '--metadata', 'status=404', ...headers('.html', ask, packed)])
  return [...all, ...removals(gone, bucket)]
}

/**
 * What AWS's command line is called with, in order: for the pages, and for the site too where it is named; gone are the files of the pages
 * before that are no more; `id` is that of the invalidation.
 */
export function uploads({ site, pages, gone, bucket, distribution }) {
  return {
    // Between the first call and the last the list names what was there and what is to be: wherever this breaks off, the next one finds all of it.
    files: [put(join(pages, under), bucket), ...(site ? siteFiles(site, bucket) : []), ...pageFiles(pages, gone, bucket), put(join(pages, published), bucket)],
    invalidate: ['cloudfront', 'create-invalidation', '--distribution-id', distribution, '--paths', '/*', '--query', 'Invalidation.Id', '--output', 'text'],
    wait: (id) => ['cloudfront', 'wait', 'invalidation-completed', '--distribution-id', distribution, '--id', id],
    last: site ? [...worker(site, bucket), ['s3', 'cp', join(pages, deployed), `s3://${bucket}/${deployed}`, '--only-show-errors', ...headers('.txt', ask)]] : [],
  }
}

/** Kept nowhere: an old one keeps the whole site as it was. */
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
