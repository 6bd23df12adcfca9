// npm run check, npm test and npm run test:long: runs the steps of steps.mjs and prints how long each took.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { checkMachine, execute, install } from './build.mjs'
import { fuzz } from './fuzz.mjs'
import { compiler, python, testBrowser } from './testRequirements.mjs'

const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')).steps
const { check, long } = readArguments({
  description: 'Proves the project. npm run check runs the quick half; npm run test:long runs what takes longer instead.',
  options: { check: '', long: '' }, // of the scripts check and test:long
})
checkMachine()
await install({ tools: true })
if (long) compiler()
if (!check) testBrowser()
if (!check) python()
process.env.CGO_ENABLED ??= '0' // so that tests and the server share compiled packages; only the race detector needs cgo

const results = []
/** Runs a step. Its output is printed live, or when it ends. */
async function runStep({ name, command, env, targets }, shown) {
  if (shown) console.log(`\n── ${name}`)
  const start = performance.now()
  const { passed, output } = await (targets ? fuzz(targets) : execute(command[0], command.slice(1), { env, shown }))
  if (!shown && !targets) process.stdout.write(`\n── ${name}\n${output}`)
  results.push({ name, passed, seconds: (performance.now() - start) / 1000 })
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
for (const { name, passed, seconds } of results.sort((a, b) => b.seconds - a.seconds)) {
  const over = seconds > budgets[name] ? `, over its budget of ${budgets[name]} s` : ''
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(0)} s${over})`)
}
const failed = results.filter((r) => !r.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
