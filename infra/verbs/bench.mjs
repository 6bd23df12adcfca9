// npm run bench: prints what the system costs and how it compares, each figure beside its budget. Ratios come from interleaved runs on
// this machine; absolute times are this machine's and only say how it went today.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { brotliCompressSync } from 'node:zlib'
import { readArguments } from './arguments.mjs'
import { built, checkMachine, fail, install, prepare, program, root } from './build.mjs'
import { budgetText, buildFlags, functions as lambdas, onLambda, source, weigh } from './functions.mjs'
import { publish } from './publish.mjs'
import { startStack } from './stack.mjs'

const out = join(root, '.local', 'build', 'bench')
const row = (what, figure, budget = '') => console.log(`${what.padEnd(44)} ${String(figure).padEnd(40)} ${budget}`)
const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MB`
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`
const go = (args, env = {}) => execFileSync('go', args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
const build = (name, from, flags = buildFlags) => {
  go(['build', ...flags, '-o', join(out, name), from], { CGO_ENABLED: '0' })
  return join(out, name)
}

/** Go benchmarks of packages, a row each. */
function benchmarks(packages, pattern, time, budgets = {}) {
  const told = go(['test', ...packages, '-run', '^$', '-bench', pattern, '-benchtime', time, '-count', '1'])
  for (const [, name, figures] of told.matchAll(/^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$/gm)) row(name, figures.replace(/\s+/g, ' '), budgets[name.split('/')[0]])
}

/** A load on the real server: the loader prints its own rows. */
async function load(kind) {
  const loader = spawn(build('load', './infra/bench/load', []), [kind, program('server')], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SITE: built('site') } })
  const ended = new Promise((done) => loader.on('close', done))
  for await (const line of createInterface({ input: loader.stdout })) row(...line.split('\t'))
  if ((await ended) !== 0) process.exitCode = 1
}

const parts = {
  functions: {
    title: 'Functions',
    run() {
      for (const name of lambdas) {
        const binary = join(out, `${name}-arm64`)
        go(['build', ...buildFlags, '-o', binary, source(name)], onLambda)
        row(`binary, ${name}`, weigh(name, binary).text, budgetText)
      }
      const hello = build('hello', './infra/bench/hello')
      // Of each an operation that it refuses by its description, before anything is read.
      const first = { locations: '/api/online-ordering/locations/menus/x?category=none', cart: '/api/online-ordering/timeslots/x?date=01234567890', payment: `/api/online-ordering/payment-management/payment-methods/${'x'.repeat(65)}`, orders: `/api/online-ordering/orders/thank-you/${'x'.repeat(65)}`, holiday: '/api/online-ordering/holiday-settings/holiday-check?filter=none', images: '/image?url=none&w=640', geoip: '/api/getGeoFromIp', origin: '/', content: '/content/graphql {"query":"{ brand { id } }"}' }
      const subjects = lambdas.filter((name) => first[name]).map((name) => `${name}=${build(name, source(name))}=${first[name]}`)
      for (const line of go(['run', './infra/bench/coldstart', hello, ...subjects]).trim().split('\n')) {
        const [what, figure] = line.split(/\s{2,}(.*)/)
        row(what, figure.replace(/\s{2,}/g, '  '), what.endsWith('hello') ? '' : what.endsWith('geoip') ? '≤ 1.6×' : '≤ 2×')
      }
    },
  },
  order: {
    title: 'An order',
    run() {
      const tested = go(['test', './infra/local', '-run', 'TestPickupJourneyOverEvents', '-count=1', '-v'])
      const cost = /journey: (\d+) calls, ([\d.]+) read units, ([\d.]+) write units/.exec(tested)
      row('a pickup order, API calls', cost?.[1] ?? 'not measured', '≤ 12')
      row('a pickup order, read units', cost?.[2] ?? 'not measured', '≤ 30')
      row('a pickup order, write units', cost?.[3] ?? 'not measured', '≤ 60')
    },
  },
  throughput: {
    title: 'Throughput, 64 guests at once, one process',
    run() {
      benchmarks(['./functions/cart', './functions/payment'], '.', '2s', { AddToCart: '≥ 25 % of raw' })
      benchmarks(['./shared/table/sqlite'], 'WriteAmong', '1s', { WriteAmongManyThatWillExpire: 'the same among many' })
    },
  },
  locator: {
    title: 'The locator, 6,000 restaurants',
    run: () => benchmarks(['./shared/location'], '.', '2s', { Nearest20Of6000: '≤ 2 ms', Suggest: '≤ 2 ms', Complete: '≤ 2 ms' }),
  },
  machine: {
    title: 'One machine',
    async run() {
      const dataDir = join(out, 'machine')
      rmSync(dataDir, { recursive: true, force: true })
      const start = async (on) => {
        const begun = performance.now()
        const stack = await startStack({ dataDir, env: { KITCHEN_PACE: '600' } })
        const ready = performance.now() - begun
        if (!(await order(stack.url))) process.exitCode = 1
        row(`start on ${on} to first order`, `${Math.round(performance.now() - begun)} ms (ready after ${Math.round(ready)})`, '≤ 1,000 ms')
        return stack
      }
      const stack = await start('an empty store')
      for (let i = 0; i < 40; i++) await order(stack.url)
      const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${stack.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
      row('memory after 41 orders', mb(rss), '≤ 64 MB')
      const atlas = Buffer.from(await (await fetch(`${stack.url}/api/online-ordering/locations/all-locations`)).arrayBuffer())
      row(`all ${JSON.parse(atlas).locations.length} restaurants for the map, brotli`, `${kb(brotliCompressSync(atlas).length)} of ${kb(atlas.length)}`)
      await stack.stop()
      await (await start('what that left')).stop()
    },
  },
  home: {
    title: 'The site, first load of the home page, cold cache',
    async run() {
      const { firstLoad } = await import('./firstLoad.mjs') // its packages are there only after the installation
      const stack = await startStack()
      await publish(stack.url, join(stack.dataDir, 'pages'), { chosen: ['/'] })
      const { libraries, ours, words, bytes, requests } = await firstLoad(stack.url)
      row('script, libraries', kb(libraries))
      row('script, ours', kb(ours), '≤ 20 KB')
      row('words', kb(words))
      row('all bytes, with their headers', kb(bytes), '≤ 300 KB')
      row('requests', requests, '≤ 15')
      await stack.stop()
    },
  },
  edge: {
    title: 'What CloudFront runs, here in Node',
    run() {
      const asked = { method: 'GET', uri: '/ca/fr-ca/locations/quebec/montreal/plateau', headers: { host: { value: 'www.example.com' }, 'cloudfront-viewer-country': { value: 'CA' }, accept: { value: 'image/avif,image/webp,*/*' }, 'accept-encoding': { value: 'gzip, deflate, br' } }, querystring: {}, cookies: {} }
      const response = { statusCode: 200, headers: { 'x-amz-meta-status': { value: '404' } } }
      for (const [name, script] of Object.entries(JSON.parse(go(['run', './infra/bench/edge'])))) {
        const handler = new Function(`${script}\nreturn handler`)()
        const call = () => handler({ request: { ...asked, headers: { ...asked.headers } }, response: { ...response, headers: { ...response.headers } } })
        for (let i = 0; i < 1e5; i++) call()
        const rounds = Array.from({ length: 9 }, () => {
          const begun = process.cpuUsage()
          for (let i = 0; i < 1e5; i++) call()
          return process.cpuUsage(begun).user / 1e5 // µs a call
        })
        row(name, `${kb(Buffer.byteLength(script))}, ${rounds.sort((a, b) => a - b)[4].toFixed(2)} µs a call`, '≤ 5 KB, ≤ 2 µs')
      }
    },
  },
  tail: { title: 'A busy minute', apart: true, run: () => load('tail') },
  memory: { title: 'Ten minutes of guests', apart: true, run: () => load('memory') },
  images: {
    title: 'Pictures, 4000 × 3000 to 828 px, against sharp, one core each',
    apart: true,
    async run() {
      const { compare, formatsOf, largest, memoryOnce, memoryOver, scenes, tell, trouble } = await import('./images.mjs')
      const program = build('images', './infra/bench/images')
      const folder = join(out, 'scenes')
      for (const file of imageFiles) {
        const reason = await trouble(program, file)
        if (reason) fail(`${file} cannot be measured: ${reason}`)
      }
      const files = imageFiles.length ? imageFiles : scenes(program, folder)
      const kinds = imageFiles.length ? imageFiles.map((file) => [file]) : [files]
      for (const alike of kinds) for (const format of await formatsOf(alike[0])) tell(format, await compare(program, alike, format, imageFiles.length ? 15 : 7, out))
      row('memory for one, at most', mb(Math.max(...files.map((file) => memoryOnce(program, file))) * 1024), '≤ 32 MB')
      if (imageFiles.length) return
      const { seconds, kb } = await largest(program, out)
      row('25 MP of noise at w=3840, CPU', `${seconds.toFixed(1)} s`, '≤ 13 s')
      row('its memory', mb(kb * 1024), '≤ 256 MB')
      const over = memoryOver(program, 30, folder)
      row('memory over 30 s of mixed work', over.map((kb) => mb(kb * 1024)).join(', '), 'does not grow')
    },
  },
  lcp: {
    title: 'The home page on a phone, throttled as Lighthouse does (devtools), in turns rendered by the browser and before, median of 7',
    apart: true,
    async run() {
      const { shownOnAPhone } = await import('./firstLoad.mjs')
      const [shell, rendered] = [await startStack(), await startStack()]
      await publish(rendered.url, join(rendered.dataDir, 'pages'), { chosen: ['/'] })
      const [browser, before] = await shownOnAPhone([shell.url, rendered.url], 7)
      for (const [how, { fcp, lcp, cls, tbt }] of [['by the browser', browser], ['before', before]]) {
        row(`${how}: first, largest contentful paint`, `${Math.round(fcp)} ms, ${Math.round(lcp)} ms`)
        row(`${how}: layout shift, blocking time`, `${cls.toFixed(4)}, ${Math.round(tbt)} ms`)
      }
      row('largest contentful paint, before / browser', `${(before.lcp / browser.lcp).toFixed(2)}×`, '≤ 0.6×')
      for (const stack of [shell, rendered]) await stack.stop()
    },
  },
  lighthouse: {
    title: 'Lighthouse, as for a phone and under its own throttling, median of 5',
    apart: true,
    async run() {
      const { audited } = await import('./lighthouse.mjs')
      const stack = await startStack()
      const pages = ['/', '/locations/oklahoma/tulsa/brookside-tulsa', '/menu']
      await publish(stack.url, join(stack.dataDir, 'pages'), { chosen: pages })
      for (const page of pages) {
        const { scores, lcp, tbt, cls, left } = await audited(stack.url + page, 5)
        row(page, `${scores.join(' ')} (LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)})`, '100 in all four, TBT ≤ 50 ms, CLS ≤ 0.02')
        for (const what of left) console.log(`    ${what}`)
      }
      await stack.stop()
    },
  },
  pages: {
    title: 'Rendering every page of the site, two workers',
    apart: true,
    async run() {
      const stack = await startStack()
      const { pages, seconds } = await publish(stack.url, join(stack.dataDir, 'pages'), { workers: 2 })
      row(`${pages} pages`, `${seconds.toFixed(1)} s`, '≤ 90 s')
      await stack.stop()
    },
  },
}

const { part: asked } = readArguments({
  does: 'Measures the system: each figure beside its budget. Without PART it measures everything that takes a minute or two.',
  words: { '[PART...]': `of ${Object.keys(parts).join(', ')}; "images FILE..." measures pictures of yours` },
})
// From where the command was given: npm goes to the root first.
const imageFiles = (asked[0] === 'images' ? asked.splice(1) : []).map((file) => resolve(process.env.INIT_CWD ?? '.', file))
const unknown = asked.filter((name) => !parts[name])
if (unknown.length) fail(`There is no ${unknown.join(', ')} to measure; there are ${Object.keys(parts).join(', ')}.`)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // which ends the stack
if (asked.length > 0 && asked.every((name) => name === 'images')) {
  checkMachine() // no site and no server in it
  await install({ tools: true })
} else await prepare({ tools: true })
mkdirSync(out, { recursive: true })
for (const [name, { title, apart, run }] of Object.entries(parts)) {
  if (asked.length ? !asked.includes(name) : apart) continue
  console.log(`\n${title}`)
  await run()
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
  const open = days.filter((d) => !d.closed)
  const { day } = await call('GET', `${api}/timeslots/${basket.orderId}?date=${open[Math.floor(Math.random() * open.length)].date}`)
  const free = day.slots.filter((s) => !s.full)
  basket = await call('PUT', `${api}/timeslots/${basket.orderId}`, { start: free[Math.floor(Math.random() * free.length)].start }, { 'if-match': String(basket.version) })
  const form = new URLSearchParams({ type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '2031', 'card[cvc]': '123' })
  const card = await (await fetch(`${url}/sandbox/payments/v1/payment_methods`, { method: 'POST', body: form, headers: { authorization: 'Bearer pk_test_sandbox' } })).json()
  const placed = await call(
    'POST',
    `${api}/payment-management/card/${basket.orderId}`,
    {
      contact: { firstName: 'Bench', lastName: 'Mark', email: `${crypto.randomUUID()}@example.com`, phone: '9185550141' },
      billing: { cardholder: 'Bench Mark', address: '1 Main St', city: 'Tulsa', state: 'OK', zip: '74105' },
      paymentMethod: card.id,
      total: basket.totals.total,
    },
    { 'if-match': String(basket.version), 'idempotency-key': crypto.randomUUID() },
  )
  return placed.state === 'placed'
}
