// npm run bench: prints what the system costs and how it compares, each figure beside its budget. Ratios come from interleaved runs on
// this machine; absolute times are this machine's and only say how it went today.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from './build.mjs'
import { budgetText, buildFlags, functions, source, weigh } from './functions.mjs'
import { chromium } from './machine.mjs'
import { startStack } from './stack.mjs'

await prepare()
const out = join(root, '.local', 'build', 'bench')
mkdirSync(out, { recursive: true })

const rows = []
const row = (what, figure, budget) => {
  rows.push({ what, figure, budget })
  console.log(`${what.padEnd(44)} ${String(figure).padEnd(34)} ${budget}`)
}
const section = (name) => console.log(`\n${name}`)
const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MB`
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`
const go = (args, env = {}) => execFileSync('go', args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })

section('Functions')
for (const name of functions) {
  const binary = join(out, `${name}-arm64`)
  go(['build', ...buildFlags, '-o', binary, source(name)], onLambda)
  row(`binary, ${name}`, weigh(binary).text, budgetText)
}
const build = (name, from) => {
  go(['build', ...buildFlags, '-o', join(out, name), from], { CGO_ENABLED: '0' })
  return join(out, name)
}
const hello = build('hello', './infra/bench/hello')
const first = { locations: '/api/online-ordering/locations/menus/x?category=none', cart: '/api/online-ordering/timeslots/x?date=01234567890', payment: '/api/online-ordering/payment-management/none', orders: '/api/online-ordering/orders/none', holiday: '/api/online-ordering/holiday-settings/holiday-check?filter=none' }
const subjects = functions.filter((name) => first[name]).map((name) => `${name}=${build(name, source(name))}=${first[name]}`)
for (const line of go(['run', './infra/bench/coldstart', hello, ...subjects]).trim().split('\n')) {
  const [what, figure] = line.split(/\s{2,}(.*)/)
  row(what, figure.replace(/\s{2,}/g, '  '), what.endsWith('hello') ? '' : '≤ 2×')
}

section('An order')
const tested = go(['test', './infra/local', '-run', 'TestPickupJourneyOverEvents', '-count=1', '-v'])
const cost = /journey: (\d+) calls, ([\d.]+) read units, ([\d.]+) write units/.exec(tested)
row('a pickup order, API calls', cost?.[1] ?? 'not measured', '≤ 12')
row('a pickup order, read units', cost?.[2] ?? 'not measured', '≤ 30')
row('a pickup order, write units', cost?.[3] ?? 'not measured', '≤ 60')

section('Throughput, 64 guests at once, one process')
const benchmarks = go(['test', './functions/cart', './functions/payment', './shared/location', '-run', '^$', '-bench', '.', '-benchtime', '2s', '-count', '1'])
for (const [, name, figures] of benchmarks.matchAll(/^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$/gm)) row(name, figures.replace(/\s+/g, ' '), '')

section('One machine')
{
  const begun = performance.now()
  const stack = await startStack({ env: { KITCHEN_PACE: '600' } })
  const ready = performance.now() - begun
  const placed = await order(stack.url)
  row('start on an empty store to first order', `${Math.round(performance.now() - begun)} ms (ready after ${Math.round(ready)})`, '≤ 1,000 ms')
  for (let i = 0; i < 40; i++) await order(stack.url)
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${stack.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  row('memory after 41 orders', mb(rss), '≤ 64 MB')
  if (!placed) process.exitCode = 1

  section('The site, first load of the home page, cold cache')
  const { chromium: browser } = await import('playwright-core')
  const b = await browser.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
  const page = await b.newPage({ viewport: { width: 360, height: 740 } })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const kinds = {}
  const types = {}
  let requests = 0
  cdp.on('Network.responseReceived', (e) => {
    if (e.response.url.startsWith('data:')) return // drawn into the style sheet: no request
    types[e.requestId] = e.type
    requests++
  })
  cdp.on('Network.loadingFinished', (e) => {
    const kind = types[e.requestId]
    if (!kind) return
    kinds[kind] = (kinds[kind] ?? 0) + e.encodedDataLength
  })
  await page.goto(stack.url, { waitUntil: 'networkidle' })
  const total = Object.values(kinds).reduce((a, n) => a + n, 0)
  row('script', kb(kinds.Script ?? 0), 'libraries + ≤ 20 KB of ours')
  row('all bytes', kb(total), '≤ 300 KB')
  row('requests', requests, '≤ 15')
  await b.close()
  await stack.stop()
}

/** Orders a burger for pickup over HTTP, as the site does; true when it was placed. */
async function order(url) {
  const call = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, { method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${json.message}`)
    return json
  }
  const api = '/api/online-ordering'
  let basket = await call('POST', `${api}/orders`, { locationId: 'bdb-1001', handoff: 2, category: 'everyday', line: { itemId: 'the-big-deal', quantity: 1 } })
  const { days } = await call('GET', `${api}/timeslots/${basket.orderId}`)
  // Spread over the days, so that no slot fills up.
  const { day } = await call('GET', `${api}/timeslots/${basket.orderId}?date=${days[Math.floor(Math.random() * days.length)]}`)
  const free = day.slots.filter((s) => !s.full)
  basket = await call('PUT', `${api}/timeslots/${basket.orderId}`, { start: free[Math.floor(Math.random() * free.length)].start }, { 'if-match': String(basket.version) })
  const form = new URLSearchParams({ type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '2031', 'card[cvc]': '123' })
  const card = await (await fetch(`${url}/sandbox/payments/v1/payment_methods`, { method: 'POST', body: form, headers: { authorization: 'Bearer pk_test_sandbox' } })).json()
  const placed = await call(
    'POST',
    `${api}/payment-management/card/${basket.orderId}`,
    {
      contact: { firstName: 'Bench', lastName: 'Mark', email: 'bench@example.com', phone: '9185550141' },
      billing: { cardholder: 'Bench Mark', address: '1 Main St', city: 'Tulsa', state: 'OK', zip: '74105' },
      paymentMethod: card.id,
      total: basket.totals.total,
    },
    { 'if-match': String(basket.version), 'idempotency-key': crypto.randomUUID() },
  )
  return placed.state === 'placed'
}
