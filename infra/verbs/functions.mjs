// The functions as AWS Lambda runs them: how they are built, and what they may weigh. A heavier function starts later.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { root } from './build.mjs'

/** Names of the functions that Lambda can start. */
export const functions = readdirSync(join(root, 'functions')).filter((name) => existsSync(join(root, 'functions', name, 'lambda', 'main.go')))

export const source = (name) => `./functions/${name}/lambda`

// Without Go's HTTP/2, 0.3 MB of it: DynamoDB, SES and Lambda's own interface speak HTTP/1.1. Without inlining in the SDK and in huma,
// 0.2 MB: their code waits for the network, or runs once a call.
const small = ['github.com/aws/...', 'github.com/danielgtaylor/...'].map((packages) => `-gcflags=${packages}=-l`)
export const buildFlags = ['-tags', 'lambda.norpc,nethttpomithttp2', '-trimpath', ...small, '-ldflags', '-s -w']

/** Where Lambda runs them; a function for a measurement is built for this machine. */
export const onLambda = { CGO_ENABLED: '0', GOOS: 'linux', GOARCH: 'arm64' }

/** What lies beside a function's program: its name there, and where it comes from. */
export const beside = {
  geoip: { 'country.mmdb': 'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb' },
}

const budget = { binary: 9 * 2 ** 20, zipped: 3.5 * 2 ** 20 }
export const budgetText = '≤ 9 MB, ≤ 3.5 MB zipped'

/** What a binary weighs, in words, and whether it may. */
export function weigh(binary) {
  const size = statSync(binary).size
  const zipped = deflateRawSync(readFileSync(binary), { level: 9 }).length
  const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MB`
  return { text: `${mb(size)}, ${mb(zipped)} zipped`, within: size <= budget.binary && zipped <= budget.zipped }
}
