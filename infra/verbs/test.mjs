// npm test: everything that proves the project. --check leaves the slow half out; --long runs what takes longer instead.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkMachine, install, node, root } from './build.mjs'
import { fuzz } from './fuzz.mjs'
import { goTest } from './goTest.mjs'
import { compiler, python, testBrowser } from './machine.mjs'

const mode = process.argv.includes('--long') ? 'long' : process.argv.includes('--check') ? 'check' : 'all'
checkMachine()
await install()
compiler()
if (mode !== 'check') testBrowser()
if (mode !== 'check') python()

const bin = (name) => join(root, 'node_modules', '.bin', name)
const own = (name, ...args) => [node(), bin(name), ...args]
const verb = (name, ...args) => [node(), join(root, 'infra', 'verbs', `${name}.mjs`), ...args]

/** Test files below the Go modules whose text has the pattern. */
function goTests(pattern, folder = root, found = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', '.local', '.git', 'spa', 'cdk.out'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) goTests(pattern, path, found)
    else if (entry.name.endsWith('_test.go')) for (const m of readFileSync(path, 'utf8').matchAll(pattern)) found.push({ folder: `./${relative(root, folder)}`, name: m[1] })
  }
  return found
}

// Whoever decodes pictures reads what anybody sends, so it gets as many inputs as take ten seconds of a quiet core, and a minute in the
// long run, which goes on where the last one ended.
const decoders = { FuzzJPEG: 6_000, FuzzPNG: 110_000, FuzzGIF: 100_000, FuzzWebP: 45_000, FuzzInflate: 105_000 }
const fuzzing = (inputs, times, keeps) =>
  goTests(/^func (Fuzz\w+)\(/gm)
    .sort((a, b) => (b.name in decoders) - (a.name in decoders)) // what takes longest begins first
    .map(({ folder, name }) => ({ name: `fuzz ${name}`, fuzz: { folder, name, inputs: name in decoders ? decoders[name] * times : inputs, keeps } }))

const check = [
  { name: 'generated files are fresh', command: verb('gen', '--check') }, // by itself, for it writes what the others read
  {
    beside: [
      { name: 'unit tests of the site', command: own('vitest', 'run', '--config', 'spa/vitest.config.ts') },
      { name: 'types', command: own('tsc', '-p', 'spa/tsconfig.json', '--noEmit') },
      { name: 'lint', command: own('biome', 'ci', '--config-path=spa/biome.config.json', 'spa', 'locales', 'infra/verbs') },
      { name: 'go vet', command: ['go', 'vet', 'work'] },
    ],
  },
]
const all = [
  ...check,
  { name: 'go tests', goTest: ['-race', '-timeout', '15m', 'work'] },
  { name: 'the CDK app', goTest: ['./infra'] },
  { name: 'functions build for Lambda, and the template is written', command: verb('synth') },
  // A browser often waits, for a page or for its own clock; fuzzing takes what is left of the processors then.
  { beside: [{ name: 'browser tests', command: verb('e2e') }, ...fuzzing(1_000, 1, false)] },
]
const long = [
  { name: 'go tests, long', goTest: ['-race', '-count=1', '-timeout', '40m', ...new Set(goTests(/TEST_LONG()/g).map((t) => t.folder))], env: { TEST_LONG: '1' } },
  { name: 'memory of pictures', goTest: ['-count=1', '-run', 'TestHostileFilesTakeLittleMemory|TestWorkLeavesNothingBehind', './shared/picture'], env: { TEST_LONG: '1' } },
  { name: 'another brand has nothing of the first', command: verb('brands') },
  { beside: [{ name: 'browser tests, long', command: verb('e2e'), env: { TEST_LONG: '1' } }, ...fuzzing(30_000, 6, true)] },
]
const steps = { all, check, long }[mode]

/** Runs a step: { passed, and the Go tests that were skipped }. What a command says is shown at once, or when it ends. */
function runStep({ name, command, goTest: tests, fuzz: target, env }, atOnce) {
  if (tests) return goTest(tests, env)
  if (target) return fuzz(target)
  const [program, ...args] = command
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: atOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => said.push(data))
    child.on('error', () => done({ passed: false }))
    child.on('close', (code) => {
      if (!atOnce) process.stdout.write(`\n── ${name}\n${Buffer.concat(said)}`)
      done({ passed: code === 0 })
    })
  })
}

const results = []
async function take(step, atOnce) {
  if (atOnce) console.log(`\n── ${step.name}`)
  const begun = performance.now()
  const result = await runStep(step, atOnce)
  results.push({ ...step, ...result, seconds: (performance.now() - begun) / 1000 })
}

/** Two lanes, as the least machine has processors. What begins first is the longest, and is shown at once. */
async function takeBeside(steps) {
  const left = [...steps]
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) await take(step, step === steps[0])
  }
  await Promise.all([lane(), lane()])
}

for (const step of steps) await (step.beside ? takeBeside(step.beside) : take(step, true))
console.log('')
for (const r of results) {
  console.log(`${r.passed ? '✓' : '✗'} ${r.name} (${r.seconds.toFixed(0)} s)`)
  for (const s of r.skipped ?? []) console.log(`    skipped: ${s}`)
}
const failed = results.filter((r) => !r.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
