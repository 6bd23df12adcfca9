// A step of npm run test:long: schemathesis calls the local stack with valid and invalid requests made from the OpenAPI document, follows
// its links to placed orders, and compares each answer with the document. Fails on every finding that is not explained below.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram, checkMachine, fail, install, root } from './build.mjs'
import { python } from './machine.mjs'
import { startStack } from './stack.mjs'

const release = 'schemathesis==4.32.5'
/** The operations from a location to a placed order. The links must lead to a successful call of each. */
const way = ['get-location', 'start-basket', 'hold-timeslot', 'pay-by-card', 'get-order', 'get-order-status', 'cancel-order']

/** The runs: each operation alone, along all links, and along the links of `way` until all its operations succeeded, at most four times. */
const runs = [
  { phases: 'examples,coverage,fuzzing', examples: 6 },
  { phases: 'stateful', examples: 15 },
  ...[1, 2, 3, 4].map((seed) => ({ phases: 'stateful', examples: 30, seed, only: ['list-locations', 'get-location-by-slug', ...way] })),
]

/** Findings that are not defects. A finding has the check's code, the operation, the answer's status and problem, and the message. */
const explained = [
  { code: 'ST301', when: ({ operation }) => operation.endsWith('/timeslots/{orderId}'), reason: 'DELETE releases the held time; GET still lists the times' },
  { code: 'ST202', when: ({ status }) => status === 422, reason: 'the schema cannot express what is on the menu, which filters exist, or that a name must not be spaces' },
  {
    code: 'ST202',
    when: ({ problem }) => ['unknown-brand', 'wrong-country', 'query-invalid', 'picture-address', 'picture-width', 'picture-quality'].includes(problem),
    reason: 'the schema cannot express the rules of the brand, the country of a restaurant, GraphQL and picture sizes; the codes name them',
  },
  { code: 'ST201', when: ({ message, query }) => new RegExp(`[?&]${/parameter `(\w+)` in query/.exec(message)?.[1]}=(&|$)`).test(query), reason: 'an empty query parameter counts as absent' },
  { code: 'ST203', when: ({ status, problem }) => status === 404 || problem === 'version-missing', reason: 'a missing If-Match is 428 (RFC 6585), and 404 for a caller without a basket' },
  {
    code: /ST20[45]/,
    when: ({ operation }) => operation.endsWith('/orders/kitchen-events'),
    reason: 'GET and PUT of this path are those of /orders/{orderId}',
  },
]

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

checkMachine()
await install()
await buildProgram('server')
const program = schemathesis()
const work = mkdtempSync(join(tmpdir(), 'schemathesis-'))
mkdirSync(join(work, 'site'))
writeFileSync(join(work, 'site', 'shell.html'), '<!doctype html><title>site</title>')
const stack = await startStack({ env: { SITE: join(work, 'site') } })

try {
  const document = join(work, 'openapi.json')
  writeFileSync(document, JSON.stringify(await runnable(stack.url)))
  writeFileSync(join(work, 'schemathesis.toml'), '[phases.stateful]\nmax-steps = 12\n')
  const options = ['--no-shrink', '--continue-on-failure', '--generation-database', 'none', '--warnings', 'off', '--no-color', '--report', 'ndjson']
  const events = []
  for (const { phases, examples, seed = 1, only = [] } of runs) {
    if (only.length && missed(events).length === 0) break
    const report = join(work, 'report.ndjson')
    const chosen = ['--phases', phases, '--max-examples', String(examples), '--seed', String(seed), ...only.flatMap((id) => ['--include-operation-id', id])]
    const { status, stdout } = spawnSync(
      program,
      ['--config-file', join(work, 'schemathesis.toml'), 'run', document, '--url', stack.url, ...chosen, ...options, '--report-ndjson-path', report],
      { cwd: work, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 300_000 },
    )
    if (status !== 0 && status !== 1) fail(`schemathesis failed to run:\n${stdout.slice(-4000)}`)
    events.push(...readFileSync(report, 'utf8').trim().split('\n').map((line) => JSON.parse(line)))
  }
  judge(events)
} finally {
  await stack.stop()
  rmSync(work, { recursive: true, force: true })
}

/** Returns the document with a payment method of the sandbox, and with links that replace the whole body. */
async function runnable(url) {
  const card = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '2031', 'card[cvc]': '123', key: 'pk_test_sandbox' }
  const typed = await fetch(`${url}/sandbox/payments/v1/payment_methods`, { method: 'POST', body: new URLSearchParams(card) })
  const { id } = await typed.json()
  if (!id) fail('The payments sandbox takes no card.')
  const text = readFileSync(join(root, 'functions', 'openapi.json'), 'utf8').replaceAll('pm_card_visa', id)
  const document = JSON.parse(text)
  for (const link of Object.values(document.components.links)) link['x-schemathesis'] = { merge_body: false }
  return document
}

/** Returns the failed checks, and the operations that succeeded in a stateful run. */
function read(events) {
  const findings = []
  const succeeded = new Set()
  for (const { label, cases, interactions, checks } of events.flatMap((e) => (e.ScenarioFinished ? [e.ScenarioFinished.recorder] : [])))
    for (const [id, { value }] of Object.entries(cases ?? {})) {
      const { request, response } = interactions?.[id] ?? {}
      const operation = `${value.method} ${value.path}`
      if (response?.status_code < 300 && label === 'Stateful tests') succeeded.add(operation)
      for (const { failure_info: info } of (checks?.[id] ?? []).filter((c) => c.status === 'failure')) {
        const body = Buffer.from(response?.content?.$base64 ?? '', 'base64').toString()
        const problem = /"code":"([a-z-]+)"/.exec(body)?.[1]
        findings.push({ ...info.failure, operation, status: response?.status_code, problem, query: request?.uri ?? '', body })
      }
    }
  return { findings, succeeded }
}

function judge(events) {
  const { findings } = read(events)
  const counts = new Map(explained.map((e) => [e, 0]))
  const unexplained = findings.filter((f) => {
    const reason = explained.find((e) => (e.code instanceof RegExp ? e.code.test(f.code) : e.code === f.code) && e.when(f))
    if (reason) counts.set(reason, counts.get(reason) + 1)
    return !reason
  })
  for (const [{ code, reason }, count] of counts) console.log(`  ${count} findings ${code}: ${reason}`)
  for (const f of unexplained) console.error(`\n${f.code} ${f.title}: ${f.operation}\n  ${f.query.slice(0, 300)}\n  ${f.message}\n  ${f.status} ${f.body.slice(0, 400)}`)
  const left = missed(events)
  if (left.length) console.error(`\nNo link led to a successful call of ${left.join(', ')}.`)
  if (unexplained.length || left.length) fail(`schemathesis has ${unexplained.length} findings that are not explained.`)
}

/** Returns the operations of `way` that have not succeeded yet. */
function missed(events) {
  const { succeeded } = read(events)
  const { paths } = JSON.parse(readFileSync(join(root, 'functions', 'openapi.json'), 'utf8'))
  const done = Object.entries(paths).flatMap(([path, at]) =>
    Object.entries(at).flatMap(([method, { operationId }]) => (succeeded.has(`${method.toUpperCase()} ${path}`) ? [operationId] : [])),
  )
  return way.filter((id) => !done.includes(id))
}
