// npm run deploy -- STAGE: builds everything and puts it onto AWS: first the stacks, then the files of the site, so that a page never
// asks for a call that is not there yet. Assets go before the documents that name them, and those of earlier builds stay, for a page
// that is open still asks for them. STAGE is one of cdk.json.
//
//   npm run deploy -- dev --plan    builds, and shows what would be called
//   npm run deploy -- prod --yes    does not ask before rights are widened: for a pipeline
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { checkMachine, fail, install, node, prepare, root, run } from './build.mjs'

const { stages } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context
const [stage] = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const asked = (option) => process.argv.includes(option)
if (!stages[stage]) fail(`Say which stage of cdk.json: npm run deploy -- ${Object.keys(stages).join('|')}`)
checkMachine()
await install()
await prepare()
await run(process.execPath, [join(root, 'infra', 'verbs', 'synth.mjs')])

const system = `ordering-${stage}`
const outputs = join(root, '.local', 'build', `${system}.json`)
const site = join(root, 'spa', 'dist')
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
  '.woff2': 'font/woff2',
  '.pmtiles': 'application/octet-stream',
}
// A browser asks each time whether a document has changed, and CloudFront knows: a deployment tells it.
const ask = 'public, max-age=0, s-maxage=86400, must-revalidate'
const year = 'public, max-age=31536000, immutable'

/** The kinds of files in the built site: of each, one upload with the headers that they are served with. */
function kinds() {
  const found = new Set()
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.name.endsWith('.gz')) continue
    const path = relative(site, join(entry.parentPath, entry.name))
    const packed = path.endsWith('.br')
    const type = extname(packed ? path.slice(0, -3) : path)
    if (!types[type]) fail(`infra/verbs/deploy.mjs does not know what ${path} is: add its ending to the types.`)
    found.add(JSON.stringify({ assets: path.startsWith('assets/'), type, packed }))
  }
  return [...found].map((kind) => JSON.parse(kind)).sort((a, b) => Number(b.assets) - Number(a.assets) || Number(b.type !== '.html') - Number(a.type !== '.html'))
}

function uploads(bucket) {
  const headers = (type, cache, packed) => ['--content-type', types[type], '--cache-control', cache, ...(packed ? ['--content-encoding', 'br'] : [])]
  const all = kinds().map(({ assets, type, packed }) => {
    const pattern = `*${type}${packed ? '.br' : ''}`
    const which = assets ? ['--include', `assets/${pattern}`] : ['--include', pattern, '--exclude', 'assets/*', '--exclude', 'sw.js*']
    return ['s3', 'cp', site, `s3://${bucket}/`, '--recursive', '--only-show-errors', '--exclude', '*', ...which, ...headers(type, assets ? year : ask, packed)]
  })
  // The document of addresses that no page has: infra/edge/status.js gives it the status.
  for (const packed of ['', '.br'])
    all.push(['s3', 'cp', join(site, `index.html${packed}`), `s3://${bucket}/404.html${packed}`, '--only-show-errors', '--metadata', 'status=404', ...headers('.html', ask, packed)])
  all.push(['s3', 'cp', join(root, 'functions', 'openapi.json'), `s3://${bucket}/api/openapi.json`, '--only-show-errors', ...headers('.json', ask)])
  // The service worker last, and kept nowhere: an old one keeps the whole site as it was.
  for (const packed of ['', '.br']) all.push(['s3', 'cp', join(site, `sw.js${packed}`), `s3://${bucket}/sw.js${packed}`, '--only-show-errors', ...headers('.js', 'no-cache', packed)])
  return all
}

const cdk = [join(root, 'node_modules', '.bin', 'cdk'), 'deploy', system, '--app', join(root, 'cdk.out'), '--outputs-file', outputs, '--require-approval', asked('--yes') ? 'never' : 'broadening', '--no-notices']
const after = (bucket, distribution) => [...uploads(bucket), ['cloudfront', 'create-invalidation', '--distribution-id', distribution, '--paths', '/*']]

if (asked('--plan')) {
  const shown = (program, args) => console.log([program, ...args.map((a) => (/[\s*;,]/.test(a) ? `'${a}'` : a))].join(' ').replaceAll(`${root}/`, ''))
  console.log('\nIt would call:\n')
  shown('cdk', cdk.slice(1))
  for (const args of after('BUCKET', 'DISTRIBUTION')) shown('aws', args)
  process.exit(0)
}
if (spawnSync('aws', ['--version']).error) fail('The files of the site go up with AWS’s own command line, `aws`: install it from aws.amazon.com/cli and sign in.')
mkdirSync(join(root, '.local', 'build'), { recursive: true })
console.log(`• Deploying ${system}`)
await run(node(), cdk, { env: { CDK_DISABLE_CLI_TELEMETRY: 'true' } })
if (!existsSync(outputs)) fail('cdk deploy has told nothing of the stack: nothing of the site was changed.')
const told = JSON.parse(readFileSync(outputs, 'utf8'))[system]
console.log('• Uploading the site')
for (const args of after(told.AssetsBucket, told.DistributionID)) await run('aws', args)
console.log(`\n  ${told.SiteURL}\n`)
