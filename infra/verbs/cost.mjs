// npm run cost: the AWS cost of a thousand ordering sessions, from the requests, calls, reads and writes of a session in a browser; and the
// monthly cost at some order rates. cost/prices.json has prices and assumptions, with date and source.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { prepare, root, run } from './build.mjs'
import { publish } from './publish.mjs'
import { startStack } from './stack.mjs'

const { asOf, region, origin, leftOut, prices, monthly, assumed } = JSON.parse(readFileSync(join(root, 'infra', 'verbs', 'cost', 'prices.json'), 'utf8'))
const goal = 0.25
const hours = 730
const minutes = hours * 60
const usd = (amount) => `$${amount.toFixed(amount < 10 ? 4 : 2)}`
const row = (what, amount, figure = '') => console.log(`${what.padEnd(46)} ${String(amount).padStart(12)}   ${figure}`)
const price = (name, amount) => (prices[name].usd / prices[name].per) * amount

readArguments({ does: 'Prints what 1,000 ordering sessions and a month would cost on AWS, from what one session in a browser really uses.' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // stops the stack
await prepare({ tools: true })
const { session } = await import('./cost/session.mjs') // its packages exist only now
// The templates of npm run synth for prod: alarms, rules, keys and metrics are counted in them.
const out = join(root, 'cdk.out')
const found = () => (existsSync(out) ? readdirSync(out) : []).filter((name) => /prod.*\.template\.json$/i.test(name)).map((name) => join(out, name))
if (found().length === 0) await run(process.execPath, [join(root, 'infra', 'verbs', 'synth.mjs')])
const templates = found()

/** Measures a session up to the handover: requests and table use. The minimum of three: a scheduled sweep may run during one. */
async function measured() {
  const stack = await startStack({ env: { METER: '1', KITCHEN_PACE: '1' } })
  /** Returns the use once the outbox is empty. */
  const settled = async () => {
    for (;;) {
      const { Pending, ...used } = await (await fetch(`${stack.url}/sandbox/meter`)).json()
      if (Pending === 0) return used
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  await publish(stack.url, join(stack.dataDir, 'pages'), { chosen: ['/'] }) // the session's first page is prerendered, as on AWS
  const seen = []
  for (let n = 0; n < 4; n++) {
    seen.push(await settled())
    await session(stack.url)
  }
  seen.push(await settled())
  await stack.stop()
  // The first session fills a warm function's caches.
  return Object.fromEntries(Object.keys(seen[0]).map((key) => [key, Math.min(...[2, 3, 4].map((n) => seen[n][key] - seen[n - 1][key]))]))
}

/** Returns the use of API calls except for the table, by price. */
const calling = (calls, bytes, ms) => ({
  cloudFrontRequest: calls,
  cloudFrontByte: bytes,
  firewallRequest: calls,
  apiCall: calls,
  lambdaCall: calls,
  lambdaSecond: ((calls * (assumed.workMs + assumed.coldShare * assumed.coldMs) + ms) / 1000) * assumed.memoryGB,
  logByte: calls * assumed.logBytesPerCall,
})

/** Returns the use of a session, with the kitchen's steps, by price. */
function usedBy(s) {
  const waits = (s.Gets + s.Queries) * assumed.readMs + s.Writes * assumed.writeMs + assumed.providerCalls * assumed.providerMs
  // Each step goes over the event bus to a function that reads the order.
  const behind = assumed.rowsOfOutbox + assumed.stepsOfOrder
  const used = calling(s.Calls, s.Bytes, waits + behind * assumed.workMs + assumed.stepsOfOrder * assumed.readMs)
  used.cloudFrontRequest += s.Pages + s.Files
  used.firewallRequest += s.Pages + s.Files
  used.lambdaCall += behind
  // The function notify drains the outbox, and its calls are traced too. At these prices every call may be traced.
  return { ...used, trace: s.Traced + assumed.rowsOfOutbox, edgeCall: 2 * s.Pages + s.Files, event: assumed.stepsOfOrder, readUnit: s.ReadUnits + assumed.stepsOfOrder * assumed.readUnitsOfStep, writeUnit: s.WriteUnits }
}

/** Returns the use of following an order: small answers with one read, from a function without tracing. */
function following() {
  const asks = (assumed.followMinutes * 60) / assumed.followEverySeconds
  return { ...calling(asks, asks * assumed.followBytes, asks * assumed.readMs), readUnit: asks }
}

/** Prints the cost of a thousand times the use and returns the sum. */
function bill(used, against = '') {
  let sum = 0
  for (const [name, amount] of Object.entries(used)) {
    const cost = price(name, amount * 1000)
    sum += cost
    row(`  ${prices[name].what}`, usd(cost), `${Number(amount.toPrecision(4))} each`)
  }
  row('together', usd(sum), against)
  return sum
}

const one = await measured()
console.log(`\nPrices of ${asOf}: ${region}\n${origin}\nLeft out: ${leftOut}\n`)
console.log('A session, from the home page to the confirmation and until the kitchen is done, measured')
row('pages, files, calls of the API, the kitchen’s too', `${one.Pages}, ${one.Files}, ${one.Calls}`, `of the calls ${one.Traced} to functions that are traced`)
row('bytes of the answers, cold cache, worker and all', `${(one.Bytes / 1024).toFixed(0)} KB`)
row('reads, listings, writes of the table', `${one.Gets}, ${one.Queries}, ${one.Writes}`)
row('read units, write units', `${one.ReadUnits}, ${one.WriteUnits}`)
console.log('\n1,000 sessions, to the confirmation and in the kitchen')
const ordering = bill(usedBy(one), `the goal is ≤ ${usd(goal)}`)
console.log(`\n1,000 guests who follow their order for ${assumed.followMinutes} minutes, every ${assumed.followEverySeconds} seconds`)
const total = ordering + bill(following())
console.log('\nMails')
const mails = price('mail', assumed.mailsPerOrder * 1000)
row('1,000 orders', usd(mails), `${assumed.mailsPerOrder} an order`)

const fixed = fixedCosts()
console.log(`\nFixed costs per month, from the templates that npm run synth wrote on ${statSync(templates[0]).mtime.toISOString().slice(0, 10)}`)
for (const { what, count, cost } of fixed) row(`  ${what}`, usd(cost), count)
const rent = fixed.reduce((sum, { cost }) => sum + cost, 0)
row('sum', usd(rent))
console.log('\nA month')
for (const rate of [1, 100, 10_000]) row(`  ${rate.toLocaleString('en')} orders an hour`, usd(rent + ((total + mails) / 1000) * rate * hours), `of which mails ${usd((mails / 1000) * rate * hours)}`)
if (ordering > goal) process.exitCode = 1

/** Returns the monthly fixed costs: resources of the templates, and the scheduled sweeps. */
function fixedCosts() {
  const resources = templates.flatMap((path) => Object.values(JSON.parse(readFileSync(path, 'utf8')).Resources))
  const of = (type) => resources.filter((r) => r.Type === type)
  const types = {
    alarm: 'AWS::CloudWatch::Alarm',
    dashboard: 'AWS::CloudWatch::Dashboard',
    firewall: 'AWS::WAFv2::WebACL',
    key: 'AWS::KMS::Key',
    secret: 'AWS::SecretsManager::Secret',
  }
  const counts = {
    ...Object.fromEntries(Object.entries(types).map(([name, type]) => [name, of(type).length])),
    firewallRule: of(types.firewall).flatMap((r) => r.Properties.Rules).length,
    zone: 1,
    metric: metricsKept(of('AWS::Lambda::Function').length),
  }
  const rows = Object.entries(counts).map(([name, count]) => ({ what: monthly[name].what, count, cost: monthly[name].usd * count }))
  const { sweepCalls, sweepReadUnits, sweepsTraced, memoryGB } = assumed
  const used = { schedulerCall: sweepCalls, lambdaCall: sweepCalls, readUnit: sweepReadUnits, lambdaSecond: sweepCalls * memoryGB * 0.1, trace: sweepsTraced }
  const sweeps = Object.entries(used).reduce((sum, [name, amount]) => sum + price(name, amount * minutes), 0)
  return [...rows, { what: 'jobs by the clock, a minute each', count: sweepCalls, cost: sweeps }]
}

/** Returns the number of telemetry metrics: one each, and one more for each function if kept by function. */
function metricsKept(functions) {
  const source = readFileSync(join(root, 'shared', 'telemetry', 'metrics.go'), 'utf8')
  const names = source.match(/^\s+\w+\s+Metric = "/gm).length
  const byFunction = /case ([\w, ]+):\n\s+return \[\]\[\]string\{\{ByService\}, \{ByService, ByFunction\}\}/.exec(source)[1].split(',').length
  return names + byFunction * functions
}
