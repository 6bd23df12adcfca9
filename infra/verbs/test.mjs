import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { checkMachine, execute, install, program } from './build.mjs'
import { fuzz } from './fuzz.mjs'
import { compiler, python, testBrowser } from './testRequirements.mjs'

const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')).steps
const { check, long } = readArguments({
  description: 'Proves the project. npm run check runs the quick half; npm run test:long runs what takes longer instead.',
  options: { check: 'the quick half', long: 'what takes longer' },
})
checkMachine()
await install({ tools: true })
if (long) compiler()
if (!check) testBrowser()
if (!check) python()
process.env.CGO_ENABLED ??= '0' // so that tests and the server share compiled packages; only the race detector needs cgo
const reports = program('reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const xmlEntities = { '&gt;': '>', '&lt;': '<', '&apos;': "'", '&quot;': '"', '&amp;': '&' }

/** Returns the tests in a report of JUnit's form, with their seconds. The time of a Go test includes that of its subtests. */
const testsIn = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/<testcase ([^>]*)>/g)].flatMap(([, attributes]) => {
    const [name, classname, seconds] = ['name', 'classname', 'time'].map((key) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1])
    return /^Test\w+\//.test(name) ? [] : [{ name: `${classname}: ${name}`.replaceAll(/&\w+;/g, (entity) => xmlEntities[entity] ?? entity), seconds: Number(seconds) }]
  })

/** Runs a command: { passed, tests }. Its output is printed live, or when it ends. A runner of tests writes its report to the file REPORT. */
async function runCommand({ name, command, env }, shown) {
  const file = join(reports, `${name}.xml`)
  const [tool, ...args] = command.map((word) => word.replace('REPORT', file))
  const { passed, output } = await execute(tool, args, { env: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: file, ...env }, shown })
  if (!shown) process.stdout.write(`\n── ${name}\n${output}`)
  return { passed, tests: existsSync(file) ? testsIn(file) : [] }
}

const results = []
async function runStep(step, shown) {
  if (shown) console.log(`\n── ${step.name}`)
  const start = performance.now()
  const result = await (step.fuzz ? fuzz(step.fuzz) : runCommand(step, shown))
  results.push({ ...step, ...result, seconds: (performance.now() - start) / 1000 })
}

/** Runs the steps in two lanes for two cores. The first step is the longest: its output is printed live. */
async function runParallel(steps) {
  const queue = [...steps]
  const lane = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await runStep(step, step === steps[0])
  }
  await Promise.all([lane(), lane()])
}

const { steps } = await import('./steps.mjs') // only now: the commands name the project's own Node
for (const step of steps[long ? 'long' : check ? 'check' : 'all']) await (step.parallel ? runParallel(step.parallel) : runStep(step, true))

console.log('')
for (const { name, passed, seconds } of results) {
  const over = seconds > budgets[name] ? `, over its budget of ${budgets[name]} s` : ''
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(0)} s${over})`)
}
const tests = results.flatMap((step) => (step.tests ?? []).map(({ name, seconds }) => ({ name: `${name} (${step.name})`, seconds })))
for (const [what, list] of Object.entries({ steps: results, tests })) {
  console.log(`\nSlowest ${what}`)
  const slowest = list.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
}
const failed = results.filter((r) => !r.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
