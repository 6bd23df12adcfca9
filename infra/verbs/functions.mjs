// Build flags of the Lambda functions, and size limits. A larger function starts more slowly, and a guest waits for it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { root } from './build.mjs'

/** The names of the Lambda functions. */
export const functions = readdirSync(join(root, 'functions')).filter((name) => existsSync(join(root, 'functions', name, 'lambda', 'main.go')))

export const source = (name) => `./functions/${name}/lambda`

// nethttpomithttp2 saves 0.3 MB: DynamoDB, SES and Lambda's runtime API use HTTP/1.1. -l in the SDK, in huma and in net/http saves
// 0.3 MB: their code waits for the network or runs once a call, so inlining brings nothing.
const withoutInlining = ['github.com/aws/...', 'github.com/danielgtaylor/...', 'net/http'].map((packages) => `-gcflags=${packages}=-l`)
export const buildFlags = ['-tags', 'lambda.norpc,nethttpomithttp2', '-trimpath', ...withoutInlining, '-ldflags', '-s -w']

/** The build target of Lambda. Measurements build for this machine. */
export const lambdaTarget = { CGO_ENABLED: '0', GOOS: 'linux', GOARCH: 'arm64' }

/** Extra files of a function's package: name, and source path. */
export const extraFiles = {
  geoip: { 'country.mmdb': 'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb' },
}

/** Functions that no guest waits for: streams and schedules start them. They have no budget, so that they can use libraries. */
export const background = ['notify', 'publish', 'reconcile']

const budgets = {
  program: { size: 9 * 2 ** 20, zipped: 3.5 * 2 ** 20 },
  // It links OpenID Connect and OAuth. Its cold start is 1.8 of a minimal function's, at most 2.5 (npm run bench -- functions).
  auth: { size: 9.5 * 2 ** 20, zipped: 3.6 * 2 ** 20 },
  extraFiles: { size: 8 * 2 ** 20, zipped: 4 * 2 ** 20 }, // opened on use: no effect on the cold start
}
const sizeText = ({ size, zipped }, sign = '') => `${sign}${(size / 2 ** 20).toFixed(2)} MB, ${sign}${(zipped / 2 ** 20).toFixed(2)} MB zipped`
const programBudget = sizeText(budgets.program, '≤ ')
export const budgetText = `a function that a guest waits for has ${programBudget}; its extra files ${sizeText(budgets.extraFiles, '≤ ')}`

const isWithinBudget = ([kind, { size, zipped }]) => size <= budgets[kind].size && zipped <= budgets[kind].zipped

/** Returns the sizes of a function's program and extra files as text, and whether they are within the limits. */
export function measure(name, binary) {
  const weight = (path) => {
    const content = readFileSync(path)
    return { size: content.length, zipped: deflateRawSync(content, { level: 9 }).length }
  }
  const extra = Object.values(extraFiles[name] ?? {})
  const weights = [[budgets[name] ? name : 'program', weight(binary)], ...extra.map((file) => ['extraFiles', weight(join(root, file))])]
  return {
    text: weights.map(([, size]) => sizeText(size)).join('; extra files '),
    within: background.includes(name) || weights.every(isWithinBudget),
  }
}
