import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { checkMachine, heard, install, program } from './build.mjs'
import { fuzz } from './fuzz.mjs'
import { goTest } from './goTest.mjs'
import { compiler, python, testBrowser } from './machine.mjs'

const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')).steps
const args = readArguments({
  does: 'Proves the project. npm run check runs the quick half; npm run test:long runs what takes longer instead.',
  options: { check: 'the quick half', long: 'what takes longer' },
})
const mode = args.long ? 'long' : args.check ? 'check' : 'all'
checkMachine()
await install({ tools: true })
if (mode === 'long') compiler()
if (mode !== 'check') testBrowser()
if (mode !== 'check') python()

/** The tests in a JSON report of Vitest or Playwright: [{ name, seconds }]. */
const readers = {
  vitest: (report) => report.testResults.flatMap(({ assertionResults }) => assertionResults.map((t) => ({ name: t.fullName, seconds: t.duration / 1000 }))),
  playwright: (report) => {
    const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
    const seconds = (spec) => spec.tests.flatMap((t) => t.results).reduce((sum, r) => sum + r.duration / 1000, 0)
    return report.suites.flatMap(specs).map((spec) => ({ name: `${spec.file}: ${spec.title}`, seconds: seconds(spec) }))
  },
}

/** The arguments and environment that make a test runner write its JSON report to a file, in addition to its usual output. */
const reporting = {
  vitest: (file) => ({ args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] }),
  playwright: (file) => ({ args: [`--reporter=${process.env.CI ? 'line' : 'list'},json`], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
}

/** Runs a command: { passed, tests }. Its output is printed live, or when it ends. */
async function runCommand({ name, command: [program, ...args], env, reporter }, atOnce) {
  const file = join(reports, `${name}.json`)
  const report = reporter && reporting[reporter](file)
  const { passed, said } = await heard(program, [...args, ...(report?.args ?? [])], { env: { ...env, ...report?.env }, shown: atOnce })
  if (!atOnce) process.stdout.write(`\n── ${name}\n${said}`)
  return { passed, tests: report && existsSync(file) ? readers[reporter](JSON.parse(readFileSync(file, 'utf8'))) : [] }
}

const results = []
async function runStep(step, atOnce) {
  if (atOnce) console.log(`\n── ${step.name}`)
  const begun = performance.now()
  const result = await (step.goTest ? goTest(step.goTest, step.env) : step.fuzz ? fuzz(step.fuzz) : runCommand(step, atOnce))
  results.push({ ...step, ...result, seconds: (performance.now() - begun) / 1000 })
}

/** Runs the steps in two lanes for two cores. The first step is the longest: its output is printed live. */
async function runBeside(steps) {
  const left = [...steps]
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) await runStep(step, step === steps[0])
  }
  await Promise.all([lane(), lane()])
}

process.env.CGO_ENABLED ??= '0' // so that tests and the server share compiled packages; only the race detector needs cgo
const reports = program('reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const { steps } = await import('./steps.mjs') // only now: the commands name the project's own Node
for (const step of steps[mode]) await (step.beside ? runBeside(step.beside) : runStep(step, true))

console.log('')
for (const { name, passed, seconds, skipped = [] } of results) {
  const over = seconds > budgets[name] ? `, over its budget of ${budgets[name]} s` : ''
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(0)} s${over})`)
  for (const s of skipped) console.log(`    skipped: ${s}`)
}
const slowest = (list) => list.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
for (const [what, list] of [
  ['steps', results],
  ['tests', results.flatMap((r) => (r.tests ?? []).map((t) => ({ ...t, name: `${t.name} (${r.name})` })))],
]) {
  console.log(`\nSlowest ${what}`)
  for (const { name, seconds } of slowest(list)) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
}
const failed = results.filter((r) => !r.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
