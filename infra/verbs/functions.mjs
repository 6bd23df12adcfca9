// The functions as AWS Lambda runs them: how they are built, and what they may weigh. A heavier function starts later, and a guest waits for it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** Functions that no guest waits for: streams and schedules start them. They have no budget, so that they can use libraries. */
export const background = ['notify', 'publish', 'reconcile']

const budgets = {
  program: { size: 9 * 2 ** 20, zipped: 3.5 * 2 ** 20 },
  beside: { size: 8 * 2 ** 20, zipped: 4 * 2 ** 20 }, // opened when it is needed: it delays no start
}
const inWords = ({ size, zipped }, sign = '') => `${sign}${(size / 2 ** 20).toFixed(2)} MB, ${sign}${(zipped / 2 ** 20).toFixed(2)} MB zipped`
const ofProgram = inWords(budgets.program, '≤ ')
export const budgetText = `a function that a guest waits for has ${ofProgram}; beside it ${inWords(budgets.beside, '≤ ')}`

/** What a function's program and the files beside it weigh, in words, and whether they may. */
export function weigh(name, binary) {
  const weight = (path) => {
    const content = readFileSync(path)
    return { size: content.length, zipped: deflateRawSync(content, { level: 9 }).length }
  }
  const weights = [['program', weight(binary)], ...Object.values(beside[name] ?? {}).map((file) => ['beside', weight(join(root, file))])]
  return {
    text: weights.map(([, is]) => inWords(is)).join('; beside it '),
    within: background.includes(name) || weights.every(([kind, is]) => is.size <= budgets[kind].size && is.zipped <= budgets[kind].zipped),
  }
}
