// Uploads the built site and its pages so that guests never get a partial release: assets first, then the documents that refer to them,
// then a CloudFront invalidation. The service worker follows when that has completed: installed earlier, it would cache an old document for
// the new build.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UserError, fail, filesBelow, root, run } from './build.mjs'
import { listFile, releaseFile } from './previousPublish.mjs'
import { aws } from './stages.mjs'

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
const revalidate = 'public, max-age=0, s-maxage=86400, must-revalidate'
const immutable = 'public, max-age=31536000, immutable'

/** Files with a content hash in the name, by folder. The masters of the pictures keep their names when they change. */
const hashedFiles = { assets: 'assets/*', pictures: 'pictures/*-????????????????-*' }

/** Files of the site with their own upload: the API page as /api/docs, the worker last, each market's shell and the 404 with the pages. */
const separateUploads = ['sw.js*', 'shell.html*', '404.html*', 'api-docs.html*']

/** The list during a publish: the old and the new files. Locally it has this name. */
const publishingList = 'publishing.json'

/** The ending of a name, and whether the file is compressed. */
const ending = /(\.\w+?)(\.br)?$/

/** Returns the arguments of `aws s3 cp` for a file, or for a folder with filters. The headers are those of `name`. */
const copy = (from, to, name, cache, ...filters) => {
  const [, type, packed] = ending.exec(name)
  const encoding = packed ? ['--content-encoding', 'br'] : []
  return ['s3', 'cp', from, to, '--only-show-errors', ...filters, '--content-type', types[type], '--cache-control', cache, ...encoding]
}

/** Returns a call for each ending: the AWS CLI gives all files of a call the same headers. */
const copies = (folder, to, start, endings, cache, without = []) =>
  endings.map((end) => {
    const excluded = without.flatMap((name) => ['--exclude', name])
    return copy(folder, `${to}/`, end, cache, '--recursive', '--exclude', '*', '--include', start + end, ...excluded)
  })

/** Returns the endings of the files in a folder, documents last. */
function endingsIn(folder) {
  const found = new Set()
  for (const path of filesBelow(folder, (path) => !path.endsWith('.gz'))) {
    const [end, type] = ending.exec(basename(path)) ?? []
    if (!types[type]) fail(`infra/verbs/upload.mjs does not know what ${basename(path)} is: add its ending to the types.`)
    found.add(end)
  }
  return [...found].sort((a, b) => Number(a.startsWith('.html')) - Number(b.startsWith('.html')))
}

function siteFiles(site, to) {
  const hashed = Object.entries(hashedFiles).filter(([folder]) => existsSync(join(site, folder)))
  return [
    ...hashed.flatMap(([folder, start]) => copies(site, to, start, endingsIn(join(site, folder)), immutable)),
    ...copies(site, to, '*', endingsIn(site), revalidate, [...Object.values(hashedFiles), ...separateUploads]),
    copy(join(root, 'functions', 'openapi.json'), `${to}/api/openapi.json`, '.json', revalidate),
    copy(join(site, 'api-docs.html'), `${to}/api/docs`, '.html', revalidate),
  ]
}

/** The maximum number of files in one call: a command line is limited in length. */
const filesPerCall = 300

/** Returns the calls that delete obsolete files. Only files of a kind that a publish writes are deleted. S3 keeps them for a month. */
function removals(removed, to) {
  const ours = removed.filter((name) => /^[^*?[\]]+\.(html|pdf|json|xml)(\.br)?$/.test(name) && !/^(assets|pictures|api)\//.test(name))
  return Array.from({ length: Math.ceil(ours.length / filesPerCall) }, (_, n) => {
    const named = ours.slice(n * filesPerCall, (n + 1) * filesPerCall).flatMap((name) => ['--include', name])
    return ['s3', 'rm', `${to}/`, '--recursive', '--only-show-errors', '--exclude', '*', ...named]
  })
}

/** Returns the calls for the pages, the documents last. The edge function status.js sets the 404's status from its metadata. */
function pageFiles(pages, to) {
  const endings = ['.pdf', '.json', '.json.br', '.xml', '.xml.br', '.html', '.html.br']
  const status = ['--metadata', 'status=404']
  const notFound = ['404.html', '404.html.br'].map((name) => copy(join(pages, name), `${to}/${name}`, name, revalidate, ...status))
  return [...copies(pages, to, '*', endings, revalidate, ['404.html*', listFile, publishingList]), ...notFound]
}

/**
 * Returns the arguments of the AWS CLI calls in order, for the pages, and for the site if given. `removed` are the obsolete files of the
 * previous pages; `id` is that of the invalidation.
 */
export function uploads({ site, pages, removed, bucket, distribution }) {
  const to = `s3://${bucket}`
  // Between the first and the last call the list names old and new files: after an interruption the next publish finds all.
  const list = (name) => copy(join(pages, name), `${to}/${listFile}`, name, revalidate)
  // The worker is never cached: a stale one would serve the old site.
  const worker = site ? ['sw.js', 'sw.js.br'].map((name) => copy(join(site, name), `${to}/${name}`, name, 'no-cache')) : []
  return {
    files: [list(publishingList), ...(site ? siteFiles(site, to) : []), ...pageFiles(pages, to), ...removals(removed, to), list(listFile)],
    invalidate: ['cloudfront', 'create-invalidation', '--distribution-id', distribution, '--paths', '/*', '--query', 'Invalidation.Id', '--output', 'text'],
    wait: (id) => ['cloudfront', 'wait', 'invalidation-completed', '--distribution-id', distribution, '--id', id],
    last: site ? [...worker, copy(join(pages, releaseFile), `${to}/${releaseFile}`, '.txt', revalidate)] : [],
  }
}

export async function upload(options) {
  const { files, invalidate, wait, last } = uploads(options)
  const published = JSON.parse(readFileSync(join(options.pages, listFile), 'utf8'))
  writeFileSync(join(options.pages, publishingList), JSON.stringify([...published, ...options.removed]))
  for (const args of files) await run('aws', args)
  try {
    aws(wait(aws(invalidate).trim()))
  } catch ({ message }) {
    throw new UserError(`CloudFront did not invalidate the previous documents: guests may see them for a day. Deploy again. ${message}`)
  }
  for (const args of last) await run('aws', args)
}
