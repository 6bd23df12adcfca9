// npm test: everything that proves the project. --check leaves the slow half out; --long runs what takes longer instead.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkMachine, install, node, root } from './build.mjs'
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

// Counted in inputs: a -fuzztime in seconds fails now and then at its deadline without having found anything (go.dev/issue/75804).
// Whoever decodes pictures reads what anybody sends, so it gets as many as take five seconds on two quiet cores, and a minute in the long run.
const decoders = { FuzzJPEG: 4_000, FuzzPNG: 25_000, FuzzGIF: 50_000, FuzzWebP: 50_000, FuzzInflate: 50_000 }
const fuzzing = (inputs, times) =>
  goTests(/^func (Fuzz\w+)\(/gm).map(({ folder, name }) => ({
    name: `fuzz ${name}`,
    command: ['go', 'test', folder, '-run', '^$', '-fuzz', `^${name}$`, '-fuzztime', `${decoders[name] ? decoders[name] * times : inputs}x`, '-fuzzminimizetime', '100x', '-parallel', '2'],
  }))

const check = [
  { name: 'generated files are fresh', command: verb('gen', '--check') },
  { name: 'go vet', command: ['go', 'vet', 'work'] },
  { name: 'lint', command: own('biome', 'ci', '--config-path=spa/biome.config.json', 'spa', 'locales', 'infra/verbs') },
  { name: 'types', command: own('tsc', '-p', 'spa/tsconfig.json', '--noEmit') },
  { name: 'unit tests of the site', command: own('vitest', 'run', '--config', 'spa/vitest.config.ts') },
]
const all = [
  ...check,
  { name: 'go tests', goTest: ['-race', '-timeout', '15m', 'work'] },
  { name: 'the CDK app', goTest: ['./infra'] },
  { name: 'functions build for Lambda, and the template is written', command: verb('synth') },
  ...fuzzing(1_000, 1),
  { name: 'browser tests', command: verb('e2e') },
]
const long = [
  { name: 'go tests, long', goTest: ['-race', '-count=1', '-timeout', '40m', ...new Set(goTests(/TEST_LONG()/g).map((t) => t.folder))], env: { TEST_LONG: '1' } },
  { name: 'memory of large pictures', goTest: ['-count=1', '-run', 'TestHostileFilesTakeLittleMemory', './shared/picture'], env: { TEST_LONG: '1' } },
  ...fuzzing(30_000, 12),
  { name: 'another brand has nothing of the first', command: verb('brands') },
  { name: 'browser tests, long', command: verb('e2e'), env: { TEST_LONG: '1' } },
]
const steps = { all, check, long }[mode]

/** Runs a step: { passed, and the Go tests that were skipped }. */
function runStep({ command, goTest: tests, env }) {
  if (tests) return goTest(tests, env)
  const [program, ...args] = command
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => done({ passed: false }))
    child.on('exit', (code) => done({ passed: code === 0 }))
  })
}

const results = []
for (const step of steps) {
  console.log(`\n── ${step.name}`)
  const begun = performance.now()
  const result = await runStep(step)
  results.push({ ...step, ...result, seconds: (performance.now() - begun) / 1000 })
}
console.log('')
for (const r of results) {
  console.log(`${r.passed ? '✓' : '✗'} ${r.name} (${r.seconds.toFixed(0)} s)`)
  for (const s of r.skipped ?? []) console.log(`    skipped: ${s}`)
}
const failed = results.filter((r) => !r.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
