// npm run bench: measures the system's costs and prints each figure with its budget. Ratios come from interleaved runs on this machine;
// absolute times depend on the machine.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { readArguments } from './arguments.mjs'
import { checkMachine, fail, install, node, prepare, root } from './build.mjs'
import { budgetText, buildFlags, functions as lambdas, lambdaTarget, source, measure } from './functions.mjs'
import { publish } from './publish.mjs'
import { noon, startStack } from './stack.mjs'

const out = join(root, '.local', 'build', 'bench')
const row = (what, figure, budget = '') => console.log(`${what.padEnd(44)} ${String(figure).padEnd(40)} ${budget}`)
const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MB`
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`
const go = (args, env = {}) =>
  execFileSync('go', args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })

/** Compiles a program for this machine and returns its path. */
function build(name) {
  go(['build', '-o', join(out, name), `./infra/bench/${name}`], { CGO_ENABLED: '0' })
  return join(out, name)
}

/** Returns the words before a command that keep it on a core; none where that is not possible. */
const onCore = (n) => (process.platform === 'linux' && availableParallelism() > 1 ? ['taskset', '-c', String(n)] : [])

/** Runs the Go benchmarks of packages and prints a row for each. Returns their names and figures. */
function benchmarks(packages, pattern, time, budgets = {}, env = {}) {
  const output = go(['test', ...packages, '-run', '^$', '-bench', pattern, '-benchtime', time, '-count', '1'], env)
  return [...output.matchAll(/^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$/gm)].map(([, name, text]) => {
    const figures = text.replace(/\s+/g, ' ')
    row(name, figures, budgets[name] ?? budgets[name.split('/')[0]])
    return { name, figures }
  })
}

/** Returns the slope of log y over log x, by least squares: 0 is a constant cost, 1 a cost in proportion to x. */
function slope(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)])
  const [meanX, meanY] = [0, 1].map((n) => logs.reduce((sum, point) => sum + point[n], 0) / logs.length)
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/** Runs the compiled load generator, prints its rows and returns them. On Linux with two cores or more it has one of its own. */
async function load(...args) {
  const [program, ...rest] = [...onCore(1), join(out, 'load'), ...args]
  // With one goroutine at a time, guests would set off twice as late.
  const loader = spawn(program, rest, { cwd: root, env: { ...process.env, GOMAXPROCS: '4' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => loader.on('close', done))
  const rows = []
  for await (const line of createInterface({ input: loader.stdout })) {
    rows.push(line.split('\t'))
    row(...rows.at(-1))
  }
  if ((await ended) !== 0) process.exitCode = 1
  return rows
}

/** Runs the load generator on a new server, each on a core of its own. `pace` is the seconds of a step in its kitchen. */
function underLoad(kind, pace) {
  build('load')
  const options = { env: { KITCHEN_PACE: pace }, launcher: onCore(0) }
  return withStack(options, ({ url, pid, dataDir }) => load(kind, url, String(pid), dataDir, noon))
}

/** Measures five busy minutes, each with a new server. */
async function tail() {
  const runs = []
  for (let n = 1; n <= 5; n++) {
    console.log(`  Run ${n}`)
    runs.push(Object.fromEntries(await underLoad('tail', '600')))
  }
  for (const what of ['a quarter: add to cart, p99', 'a quarter: checkout, p99', 'add to cart, p99', 'checkout, p99']) {
    const times = runs.map((figures) => parseFloat(figures[what])).sort((a, b) => a - b)
    row(`${what}, median and worst run`, `${times[2]} ms, ${times[4]} ms`, '≤ 10 ms')
  }
}

/** Runs the work with a started stack and returns its result. Publishes the pages `chosen`, if given. */
async function withStack({ chosen, ...options }, work) {
  const stack = await startStack(options)
  if (chosen) await publish(stack.url, join(stack.dataDir, 'pages'), { chosen })
  const result = await work(stack)
  await stack.stop()
  return result
}

/** The parts, each with a title and its work. A part that takes long runs only if it is named. */
const parts = {
  functions: [
    'Functions',
    () => {
      for (const name of lambdas) {
        const binary = join(out, `${name}-arm64`)
        go(['build', ...buildFlags, '-o', binary, source(name)], lambdaTarget)
        row(`binary, ${name}`, measure(name, binary).text, budgetText)
      }
      benchmarks(['./infra/harness/runtimeapi'], 'ColdStart', '41x', { ColdStart: '≤ 1.8×', 'ColdStart/geoip': '≤ 1.3×', 'ColdStart/origin': '≤ 1.3×', 'ColdStart/auth': '≤ 2.5×', 'ColdStart/profile': '≤ 2.1×', 'ColdStart/forms': '≤ 2.2×', 'ColdStart/loyalty': '≤ 2.2×' })
    },
  ],
  order: [
    'An order',
    () => {
      const output = go(['test', './infra/local', '-run', 'TestPickupJourneyOverEvents', '-count=1', '-v'])
      const [, ...figures] = /journey: (\d+) calls, ([\d.]+) read units, ([\d.]+) write units/.exec(output) ?? []
      for (const [n, [what, budget]] of [['API calls', 12], ['read units', 22], ['write units', 40]].entries())
        row(`a pickup order, ${what}`, figures[n] ?? 'not measured', `≤ ${budget}`)
    },
  ],
  points: [
    'Points',
    () => {
      const output = go(['test', './shared/loyalty', '-run', 'TestEarningAndAStatementStayWithinTheirCost', '-count=1', '-v'])
      const [, write, read] = /points: ([\d.]+) write units, ([\d.]+) read units/.exec(output) ?? []
      row('earning, write units', write ?? 'not measured', '≤ 6')
      row('the first page of 1,000 entries, read units', read ?? 'not measured', '≤ 2')
    },
  ],
  throughput: [
    'Throughput, 64 guests at once, one process',
    () => {
      benchmarks(['./functions/cart'], 'AddToCart$', '2s', { AddToCart: '≥ 30 % of raw; docs/decisions/cost-of-an-add.md' })
      benchmarks(['./shared/table/sqlite'], 'WriteAmong', '1s', { WriteAmongManyThatWillExpire: 'the same among many' })
    },
  ],
  deals: [
    'Deals: the best of 30 in a basket, and adding an item with none and with five, interleaved',
    () => {
      benchmarks(['./shared/promo'], 'Best', '2000x', { BestOf30: 'p99 ≤ 2 ms', BestOfMostNodes: 'p99 ≤ 2 ms' })
      benchmarks(['./functions/cart'], 'AddToCartWithDeals', '9x', { AddToCartWithDeals: '≤ 1.35×; docs/decisions/cost-of-an-add.md' })
      const waits = benchmarks(['./functions/cart'], 'WaitForAnAddWithDeals', '600x', { WaitForAnAddWithDeals: '≤ 1.05×' })
      if (waits.length === 0) row('WaitForAnAddWithDeals', 'not measured: DynamoDB Local is missing')
    },
  ],
  accounts: [
    'Accounts: a token and a sign-in, each against its cryptography alone, interleaved',
    () => {
      benchmarks(['./shared/token'], 'Verify', '2s', { Verify: '≤ 1.5× a bare ES256 verification' })
      benchmarks(['./functions/auth'], 'SignIn', '2s', { SignIn: '≤ 1.3× the hash' })
    },
  ],
  locator: [
    'The locator, 6,000 restaurants',
    () => benchmarks(['./shared/location'], '.', '2s', { Nearest20Of6000: '≤ 2 ms', Suggest: '≤ 2 ms', Complete: '≤ 2 ms' }),
  ],
  growth: [
    'Growth: the same number of restaurants and of orders in the table',
    () => {
      const sizes = benchmarks(['./functions/cart'], 'Growth', '1000x')
      for (const [what, unit] of Object.entries({ 'adding to a cart': 'add', 'finding the nearest 20': 'search' })) {
        const figure = new RegExp(`([\\d.]+) µs/${unit}`)
        const points = sizes.map(({ name, figures }) => [Number(name.split('/')[1]), Number(figure.exec(figures)[1])])
        row(`${what}, slope`, slope(points).toFixed(2), '0 is constant, 1 is linear')
      }
    },
    'slow',
  ],
  machine: [
    'One machine',
    async () => {
      build('load')
      const start = performance.now()
      await withStack({ env: { KITCHEN_PACE: '600' } }, async ({ url, pid }) => {
        const ready = performance.now() - start
        await load('order', url, '1')
        const ordered = performance.now() - start
        row('start on an empty store to first order', `${Math.round(ordered)} ms (ready after ${Math.round(ready)})`, '≤ 1,000 ms')
        await load('order', url, '40')
        const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
        row('memory after 41 orders', mb(rss), '≤ 64 MB')
      })
    },
  ],
  live: [
    'Real orders on one machine, by the program of an archive',
    () => {
      const folder = join(out, 'release')
      rmSync(folder, { recursive: true, force: true })
      const script = join(root, 'infra', 'verbs', 'release.mjs')
      execFileSync(node(), [script, `--only=${process.arch === 'x64' ? 'amd64' : process.arch}`, `--out=${folder}`], { stdio: 'ignore' })
      execFileSync('tar', ['-xzf', join(folder, readdirSync(folder)[0]), '-C', folder, '--strip-components=1'])
      const env = { ORDERING: join(folder, 'ordering') }
      const [order] = benchmarks(['./infra/live'], 'FirstOrder', '5x', { FirstOrder: '≤ 1,000 ms, ≤ 96 MB' }, env)
      rmSync(folder, { recursive: true })
      const memory = Number(/([\d.]+) MB/.exec(order?.figures)?.[1])
      if (!(memory <= 96)) fail(`The program uses ${memory} MB; at most 96 MB are allowed.`) // also if it was not measured
    },
  ],
  home: [
    'The site, first load of the home page, cold cache',
    async () => {
      const { firstLoad } = await import('./bench/browser.mjs') // its packages exist only after the installation
      await withStack({ chosen: ['/'] }, async ({ url }) => {
        const { libraries, ours, words, bytes, requests } = await firstLoad(url)
        row('script, libraries', kb(libraries))
        row('script, ours', kb(ours), '≤ 16 KB')
        row('words', kb(words))
        row('all bytes, with their headers', kb(bytes), '≤ 300 KB')
        row('requests', requests, '≤ 15')
      })
    },
  ],
  edge: [
    'What CloudFront runs, here in Node',
    () => {
      const header = (value) => ({ value })
      const requestHeaders = {
        host: header('www.example.com'),
        'cloudfront-viewer-country': header('CA'),
        accept: header('image/avif,image/webp,*/*'),
        'accept-encoding': header('gzip, deflate, br'),
      }
      const uri = '/ca/fr-ca/locations/quebec/montreal/plateau'
      for (const [name, script] of Object.entries(JSON.parse(go(['run', './infra/bench/edge'])))) {
        const handler = new Function(`${script}\nreturn handler`)()
        const call = () =>
          handler({
            request: { method: 'GET', uri, headers: { ...requestHeaders }, querystring: {}, cookies: {} },
            response: { statusCode: 200, headers: { 'x-amz-meta-status': header('404') } },
          })
        const round = () => {
          const start = process.cpuUsage()
          for (let i = 0; i < 1e5; i++) call()
          return process.cpuUsage(start).user / 1e5 // µs a call
        }
        const [, ...rounds] = Array.from({ length: 10 }, round) // the first warms up
        row(name, `${kb(Buffer.byteLength(script))}, ${rounds.sort((a, b) => a - b)[4].toFixed(2)} µs a call`, '≤ 5 KB, ≤ 2 µs')
      }
    },
  ],
  tail: ['A busy minute, five times; the server and the guests have a core each', tail, 'slow'],
  memory: ['Ten minutes of guests', () => underLoad('memory', '1'), 'slow'],
  images: [
    'Pictures, 4000 × 3000 to 828 px, against sharp, one core each',
    async () => (await import('./bench/images.mjs')).measureImages(build('images'), imageFiles, out, row),
    'slow',
  ],
  uploads: [
    'Hostile uploads, a process for each: CPU, peak memory and what became of it',
    () => {
      const { stdout, status } = spawnSync(build('uploads'), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
      for (const line of stdout.trim().split('\n')) row(...line.split('\t'))
      if (status !== 0) process.exitCode = 1
    },
    'slow',
  ],
  lcp: [
    'The home page on a phone, throttled as Lighthouse does (devtools), rendered by the browser and prerendered, interleaved, median of 7',
    async () => {
      const { visit } = await import('./bench/browser.mjs')
      await withStack({}, (shell) =>
        withStack({ chosen: ['/'] }, async (site) => {
          const settings = { throttlingMethod: 'devtools' }
          const [browser, prerendered] = await visit([shell.url, site.url], 7, ['performance'], settings)
          for (const [kind, { fcp, lcp, cls, tbt }] of Object.entries({ 'by the browser': browser, prerendered })) {
            row(`${kind}: first, largest contentful paint`, `${Math.round(fcp)} ms, ${Math.round(lcp)} ms`)
            row(`${kind}: layout shift, blocking time`, `${cls.toFixed(4)}, ${Math.round(tbt)} ms`)
          }
          row('largest contentful paint, prerendered / browser', `${(prerendered.lcp / browser.lcp).toFixed(2)}×`, '≤ 0.6×')
        }),
      )
    },
    'slow',
  ],
  lighthouse: [
    'Lighthouse, as for a phone and under its own throttling, median of 5',
    async () => {
      const { visit } = await import('./bench/browser.mjs')
      const chosen = ['/', '/locations/oklahoma/tulsa/brookside-tulsa', '/menu']
      await withStack({ chosen }, async ({ url }) => {
        const categories = ['performance', 'accessibility', 'best-practices', 'seo']
        for (const page of chosen) {
          const [{ scores, lcp, tbt, cls, suggestions }] = await visit([url + page], 5, categories)
          const times = `LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}`
          row(page, `${scores.join(' ')} (${times})`, '100 in all four, TBT ≤ 50 ms, CLS ≤ 0.02')
          for (const suggestion of suggestions) console.log(`    ${suggestion}`)
        }
      })
    },
    'slow',
  ],
  start: [
    'npm start in a clone of the last commit, with an empty Go cache',
    async () => {
      const clone = join(out, 'clone')
      const remove = () => rmSync(clone, { recursive: true, force: true, maxRetries: 10 })
      remove()
      execFileSync('git', ['clone', '-q', root, clone])
      const begun = performance.now()
      const env = { ...process.env, PORT: '0', GOCACHE: join(clone, '.gocache') }
      const start = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
      const ended = new Promise((done) => start.on('exit', done))
      let seconds
      for await (const line of createInterface({ input: start.stdout }))
        if (/http:\/\/localhost:\d+/.test(line)) {
          seconds = (performance.now() - begun) / 1000
          break
        }
      if (!seconds) fail('npm start ended without an address: see the output above.')
      row('to its address', `${seconds.toFixed(0)} s`, '≤ 75 s; docs/decisions/first-start.md')
      process.kill(-start.pid) // npm and what it started
      await ended
      remove()
    },
    'slow',
  ],
  pages: [
    'Rendering every page of the site, two workers',
    () =>
      withStack({}, async ({ url, dataDir }) => {
        const { pages, seconds } = await publish(url, join(dataDir, 'pages'), { workers: 2 })
        row(`${pages} pages`, `${seconds.toFixed(1)} s`, '≤ 25 s')
      }),
    'slow',
  ],
}

const { part: names } = readArguments({
  description: 'Measures the system: each figure beside its budget. Without PART it measures everything that takes a minute or two.',
  positionals: { '[PART...]': `of ${Object.keys(parts).join(', ')}; "images FILE..." measures pictures of yours` },
})
// Resolve paths from the caller's folder: npm changes to the root.
const imageFiles = (names[0] === 'images' ? names.splice(1) : []).map((file) => resolve(process.env.INIT_CWD ?? '.', file))
const unknown = names.filter((name) => !parts[name])
if (unknown.length) fail(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // stops the stack
if (names.length > 0 && names.every((name) => name === 'images' || name === 'uploads')) {
  checkMachine() // they need no site and no server
  await install({ tools: true })
} else await prepare({ tools: true })
mkdirSync(out, { recursive: true })
for (const [name, [title, work, slow]] of Object.entries(parts)) {
  if (names.length ? !names.includes(name) : slow) continue
  console.log(`\n${title}`)
  await work()
}
