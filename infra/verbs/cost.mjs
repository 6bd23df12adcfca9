// npm run cost: the AWS cost of a thousand ordering sessions, from the requests, calls, reads and writes of a session in a browser; and the
// monthly cost at some order rates. cost/prices.json has prices and assumptions, with date and source.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { prepare, root, run } from './build.mjs'
import { publish } from './publish.mjs'
import { startStack } from './stack.mjs'

const { asOf, region, origin, leftOut, prices, monthly, assumed } = JSON.parse(readFileSync(join(root, 'infra', 'verbs', 'cost', 'prices.json'), 'utf8'))
const goal = 0.2
const hours = 730
const minutes = hours * 60
const usd = (amount) => `$${amount.toFixed(amount < 10 ? 4 : 2)}`
const row = (what, amount, figure = '') => console.log(`${what.padEnd(46)} ${String(amount).padStart(12)}   ${figure}`)
const price = (name, amount) => (prices[name].usd / prices[name].per) * amount

readArguments({ description: 'Prints what 1,000 ordering sessions and a month would cost on AWS, from what one session in a browser really uses.' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // stops the stack
await prepare({ tools: true })
const { session } = await import('./cost/session.mjs') // its packages exist only now
// The templates of npm run synth for prod: alarms, rules, keys and metrics are counted in them.
const out = join(root, 'cdk.out')
const findTemplates = () => (existsSync(out) ? readdirSync(out) : []).filter((name) => /prod.*\.template\.json$/i.test(name)).map((name) => join(out, name))
if (findTemplates().length === 0) await run(process.execPath, [join(root, 'infra', 'verbs', 'synth.mjs')])
const templates = findTemplates()

/** Measures a session up to the handover: requests and table use. The minimum of three: a scheduled sweep may run during one. */
async function measureSession() {
  const stack = await startStack({ env: { METER: '1', KITCHEN_PACE: '1' } })
  /** Returns the use once the outbox is empty. */
  const readMeterWhenIdle = async () => {
    for (;;) {
      const { Pending, ...used } = await (await fetch(`${stack.url}/sandbox/meter`)).json()
      if (Pending === 0) return used
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  await publish(stack.url, join(stack.dataDir, 'pages'), { chosen: ['/'] }) // the session's first page is prerendered, as on AWS
  const readings = []
  for (let n = 0; n < 4; n++) {
    readings.push(await readMeterWhenIdle())
    await session(stack.url)
  }
  readings.push(await readMeterWhenIdle())
  await stack.stop()
  // The first session fills a warm function's caches.
  const used = (key, n) => readings[n][key] - readings[n - 1][key]
  return Object.fromEntries(Object.keys(readings[0]).map((key) => [key, Math.min(...[2, 3, 4].map((n) => used(key, n)))]))
}

/** Returns the use of API calls except for the table, by price. */
const callUse = (calls, bytes, ms) => ({
  cloudFrontRequest: calls,
  cloudFrontByte: bytes,
  firewallRequest: calls,
  apiCall: calls,
  lambdaCall: calls,
  lambdaSecond: ((calls * (assumed.workMs + assumed.coldShare * assumed.coldMs) + ms) / 1000) * assumed.memoryGB,
  logByte: calls * assumed.logBytesPerCall,
})

/** Returns the use of a session, with the kitchen's steps, by price. */
function sessionUse(session) {
  const tableMs = (session.Gets + session.Queries) * assumed.readMs + session.Writes * assumed.writeMs
  const waits = tableMs + assumed.providerCalls * assumed.providerMs
  // Each step goes over the event bus to a function that reads the order.
  const asyncCalls = assumed.rowsOfOutbox + assumed.stepsOfOrder
  const used = callUse(session.Calls, session.Bytes, waits + asyncCalls * assumed.workMs + assumed.stepsOfOrder * assumed.readMs)
  used.cloudFrontRequest += session.Pages + session.Files
  used.firewallRequest += session.Pages + session.Files
  used.lambdaCall += asyncCalls
  return { ...used, edgeCall: 2 * session.Pages + session.Files, event: assumed.stepsOfOrder, readUnit: session.ReadUnits + assumed.stepsOfOrder * assumed.readUnitsOfStep, writeUnit: session.WriteUnits }
}

/** Returns the use of following an order: small answers with one read. */
function trackingUse() {
  const polls = (assumed.followMinutes * 60) / assumed.followEverySeconds
  return { ...callUse(polls, polls * assumed.followBytes, polls * assumed.readMs), readUnit: polls }
}

/** Prints the cost of a thousand times the use and returns the sum. */
function printCost(used, against = '') {
  let sum = 0
  for (const [name, amount] of Object.entries(used)) {
    const cost = price(name, amount * 1000)
    sum += cost
    row(`  ${prices[name].what}`, usd(cost), `${Number(amount.toPrecision(4))} each`)
  }
  row('together', usd(sum), against)
  return sum
}

const used = await measureSession()
console.log(`\nPrices of ${asOf}: ${region}\n${origin}\nLeft out: ${leftOut}\n`)
console.log('A session, from the home page to the confirmation and until the kitchen is done, measured')
row('pages, files, calls of the API, the kitchen’s too', `${used.Pages}, ${used.Files}, ${used.Calls}`)
row('bytes of the answers, cold cache, worker and all', `${(used.Bytes / 1024).toFixed(0)} KB`)
row('reads, listings, writes of the table', `${used.Gets}, ${used.Queries}, ${used.Writes}`)
row('read units, write units', `${used.ReadUnits}, ${used.WriteUnits}`)
console.log('\n1,000 sessions, to the confirmation and in the kitchen')
const ordering = printCost(sessionUse(used), `the goal is ≤ ${usd(goal)}`)
console.log(`\n1,000 guests who follow their order for ${assumed.followMinutes} minutes, every ${assumed.followEverySeconds} seconds`)
const total = ordering + printCost(trackingUse())
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
  const ofType = (type) => resources.filter((r) => r.Type === type)
  const types = {
    alarm: 'AWS::CloudWatch::Alarm',
    dashboard: 'AWS::CloudWatch::Dashboard',
    firewall: 'AWS::WAFv2::WebACL',
    key: 'AWS::KMS::Key',
    secret: 'AWS::SecretsManager::Secret',
  }
  const counts = {
    ...Object.fromEntries(Object.entries(types).map(([name, type]) => [name, ofType(type).length])),
    firewallRule: ofType(types.firewall).flatMap((r) => r.Properties.Rules).length,
    zone: 1,
    metric: metricCount(ofType('AWS::Lambda::Function').length),
  }
  const rows = Object.entries(counts).map(([name, count]) => ({ what: monthly[name].what, count, cost: monthly[name].usd * count }))
  const { sweepCalls, sweepReadUnits, memoryGB } = assumed
  const used = { schedulerCall: sweepCalls, lambdaCall: sweepCalls, readUnit: sweepReadUnits, lambdaSecond: sweepCalls * memoryGB * 0.1 }
  const sweeps = Object.entries(used).reduce((sum, [name, amount]) => sum + price(name, amount * minutes), 0)
  return [...rows, { what: 'jobs by the clock, a minute each', count: sweepCalls, cost: sweeps }]
}

/** Returns the number of telemetry metrics: one each, and one more for each function if kept by function. */
function metricCount(functions) {
  const source = readFileSync(join(root, 'shared', 'telemetry', 'metrics.go'), 'utf8')
  const names = source.match(/^\s+\w+\s+Metric = "/gm).length
  const byFunction = /case ([\w, ]+):\n\s+return \[\]\[\]string\{\{ByService\}, \{ByService, ByFunction\}\}/.exec(source)[1].split(',').length
  return names + byFunction * functions
}
