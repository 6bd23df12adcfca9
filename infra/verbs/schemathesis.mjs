// A step of npm run test:long: schemathesis calls the local stack with valid and invalid requests made from the OpenAPI document, follows
// its links to placed orders, and compares each answer with the document. Fails on every finding that is not explained below.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram, checkMachine, fail, install, root } from './build.mjs'
import { python } from './testRequirements.mjs'
import { startStack } from './stack.mjs'

const release = 'schemathesis==4.32.5'
/** The operations of an order. The links must lead to a successful call of each. */
const orderOperations = ['start-basket', 'hold-timeslot', 'pay-by-card', 'get-order', 'get-order-status', 'cancel-order']

/**
 * The runs: along the links of an order until all its operations succeeded, at most four times, then each operation alone, and along all
 * links. The orders come first, because the other runs use up what one network may hold and pay.
 */
const runs = [
  ...[1, 2, 3, 4].map((seed) => ({ phases: 'stateful', examples: 30, seed, only: ['list-locations', ...orderOperations] })),
  { phases: 'examples,coverage,fuzzing', examples: 6 },
  { phases: 'stateful', examples: 15 },
]

const notInSchema = [
  'unknown-brand', 'wrong-country', 'query-invalid', 'picture-address', 'picture-width', 'picture-quality', 'form-token-expired',
]
/** Of sign-ins: the page that sends them, and what was mailed. */
const notInSignInSchema = ['origin-refused', 'media-type', 'code-expired', 'link-expired']

/** Findings that are not defects, by the check's code. A finding has the operation, the answer's status and problem, and the message. */
const explained = {
  ST301: ({ operation }) => operation.endsWith('/timeslots/{orderId}'), // DELETE releases the held time; GET still lists the times
  ST201: ({ message, query, problem }) => {
    if (problem === 'code-expired') return true // null counts as absent
    const name = /parameter `(\w+)` in query/.exec(message)?.[1]
    return new RegExp(`[?&]${name}=(&|$)`).test(query) // an empty query parameter counts as absent
  },
  // The schema cannot express what is on the menu, which filters exist, or that a name must not be spaces (422); nor the rules of the
  // brand, the country of a restaurant, GraphQL, picture sizes and a form's signed token, which the problem names.
  ST202: ({ operation, status, problem }) =>
    status === 422 || notInSchema.includes(problem) || (operation.includes('/api/auth/') && notInSignInSchema.includes(problem)),
  ST203: ({ status, problem }) => status === 404 || ['version-missing', 'unknown-brand'].includes(problem), // without If-Match 428 (RFC 6585), 404 without a basket
  ST204: ({ operation }) => operation.endsWith('/orders/kitchen-events'), // GET and PUT of this path are those of /orders/{orderId}
  ST205: ({ operation }) => /\/orders\/(kitchen-events|login)$/.test(operation),
}

/** Returns the path of schemathesis. Installs it once into the user's cache, like package pypi. */
function schemathesis() {
  python()
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ordering', release)
  const program = join(home, 'bin', 'schemathesis')
  if (existsSync(program)) return program
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', home],
    [join(home, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', release],
  ])
    if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) fail(`${release} cannot be installed.`)
  return program
}

const openapi = readFileSync(join(root, 'functions', 'openapi.json'), 'utf8')
/** The ids of the operations by method and path. */
const ids = new Map(
  Object.entries(JSON.parse(openapi).paths).flatMap(([path, at]) =>
    Object.entries(at).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
  ),
)

/** Returns the document with a payment method of the sandbox, and with links that replace the whole body. */
async function runnable(url) {
  const card = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '2031', 'card[cvc]': '123', key: 'pk_test_sandbox' }
  const response = await fetch(`${url}/sandbox/payments/v1/payment_methods`, { method: 'POST', body: new URLSearchParams(card) })
  const { id } = await response.json()
  if (!id) fail('The payments sandbox takes no card.')
  const document = JSON.parse(openapi.replaceAll('pm_card_visa', id))
  for (const link of Object.values(document.components.links)) link['x-schemathesis'] = { merge_body: false }
  return document
}

/** Returns the findings of a report that are not explained, as text, and the ids of the operations that succeeded in a stateful run. */
function readReport(report) {
  const events = readFileSync(report, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
  const findings = []
  const succeeded = []
  for (const { label, cases, interactions, checks } of events.flatMap((e) => (e.ScenarioFinished ? [e.ScenarioFinished.recorder] : [])))
    for (const [id, { value }] of Object.entries(cases ?? {})) {
      const { request, response } = interactions?.[id] ?? {}
      const status = response?.status_code
      const operation = `${value.method} ${value.path}`
      if (status < 300 && label === 'Stateful tests') succeeded.push(ids.get(operation))
      const body = Buffer.from(response?.content?.$base64 ?? '', 'base64').toString()
      const problem = /"code":"([a-z-]+)"/.exec(body)?.[1]
      const query = request?.uri ?? ''
      for (const { failure_info: info } of (checks?.[id] ?? []).filter((c) => c.status === 'failure')) {
        const { code, title, message } = info.failure
        if (!explained[code]?.({ message, operation, status, problem, query }))
          findings.push(`${code} ${title}: ${operation}\n  ${query.slice(0, 300)}\n  ${message}\n  ${status} ${body.slice(0, 400)}`)
      }
    }
  return { findings, succeeded }
}

checkMachine()
await install()
await buildProgram('server')
const program = schemathesis()
const work = mkdtempSync(join(tmpdir(), 'schemathesis-'))
writeFileSync(join(work, 'shell.html'), '<!doctype html><title>site</title>')
const stack = await startStack({ env: { SITE: work } })
const all = []
let pending = orderOperations
try {
  const [document, settings, report] = ['openapi.json', 'schemathesis.toml', 'report.ndjson'].map((name) => join(work, name))
  writeFileSync(document, JSON.stringify(await runnable(stack.url)))
  writeFileSync(settings, '[phases.stateful]\nmax-steps = 12\n')
  const options = ['--no-shrink', '--continue-on-failure', '--generation-database', 'none', '--warnings', 'off', '--no-color', '--report', 'ndjson']
  for (const { phases, examples, seed = 1, only = [] } of runs) {
    if (only.length && pending.length === 0) continue
    const chosen = ['--phases', phases, '--max-examples', `${examples}`, '--seed', `${seed}`, ...only.flatMap((id) => ['--include-operation-id', id])]
    const { status, stdout } = spawnSync(
      program,
      ['--config-file', settings, 'run', document, '--url', stack.url, ...chosen, ...options, '--report-ndjson-path', report],
      { cwd: work, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 300_000 },
    )
    if (status !== 0 && status !== 1) fail(`schemathesis failed to run:\n${stdout.slice(-4000)}`)
    const { findings, succeeded } = readReport(report)
    all.push(...findings)
    pending = pending.filter((id) => !succeeded.includes(id))
  }
} finally {
  await stack.stop()
  rmSync(work, { recursive: true, force: true })
}
for (const finding of all) console.error(`\n${finding}`)
if (pending.length) console.error(`\nNo link led to a successful call of ${pending.join(', ')}.`)
if (all.length || pending.length) fail(`schemathesis has ${all.length} findings that are not explained.`)
