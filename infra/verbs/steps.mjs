// The steps of npm run check, npm test and npm run test:long. budgets.json has their time limits in seconds.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesBelow, goTool, node, root } from './build.mjs'

const tool = (name, ...args) => [node(), join(root, 'node_modules', '.bin', name), ...args]
const verb = (name, ...args) => [node(), join(root, 'infra', 'verbs', `${name}.mjs`), ...args]

/** Returns a command that runs Go tests: a line for each package, the output of tests that fail, and the reasons of skipped ones. */
export const goTest = (options, ...args) =>
  [goTool('gotest.tools/gotestsum'), '--format', 'pkgname', '--format-hide-empty-pkg', ...options, '--', '-vet=off', ...args]

/** Returns the matches of a pattern in the Go files with this ending: [{ folder: './shared/money', name: first group }]. */
function inGo(pattern, ending) {
  const files = ['functions', 'infra', 'locales', 'shared'].flatMap((folder) => filesBelow(join(root, folder), (path) => path.endsWith(ending)))
  return files.flatMap((file) => {
    const folder = `./${relative(root, dirname(file))}`
    return [...readFileSync(file, 'utf8').matchAll(pattern)].map((m) => ({ folder, name: m[1] }))
  })
}

/** Returns the folders that have tests and a match of the pattern in a Go file. */
function foldersOf(pattern, ending) {
  const tested = new Set(inGo(/^func Test(\w+)\(/gm, '_test.go').map((t) => t.folder))
  return [...new Set(inGo(pattern, ending).map((t) => t.folder))].filter((folder) => tested.has(folder))
}

/**
 * Packages with goroutines in code or tests. Their tests run with the race detector, which also checks the packages that they import.
 * The tests of infra/verbs and infra/harness/runtimeapi only run scripts and programs.
 */
const racing = /^\s*go (?:func\b|\w+[.(])|\.Go\(()/gm
export const concurrent = foldersOf(racing, '.go').filter((folder) => !['./infra/verbs', './infra/harness/runtimeapi'].includes(folder))

/** Tests in those packages that do one thing after another. The race detector would only make them slow: half of its time was theirs. */
const sequential = [
  'TestClockJumpsAtEachPoint',
  'TestErasureLeavesNoCanaryInAnyFile',
  'TestEveryParameterWorksWithTheManifestsRights',
  'TestMalformedAddressesAreRefused',
  'TestMalformedBodiesAreRefused',
  'TestOrderSurvivesATableFailureAtEachStep',
  'TestRefundsInAnyOrder',
  'TestRefundsOfParts',
  'TestTendersAfterACrash',
]

const check = [
  { name: 'generated files are fresh', command: verb('gen', '--check') }, // first and alone: it writes files that other steps read
  {
    parallel: [
      { name: 'unit tests of the site', command: tool('vitest', 'run', '--config', 'spa/vitest.config.ts') },
      { name: 'types', command: tool('tsc', '-p', 'spa/tsconfig.json', '--noEmit') },
      { name: 'lint', command: tool('biome', 'ci', '--config-path=spa/biome.config.json', 'spa', 'locales', 'infra/verbs') },
      { name: 'go vet', command: ['go', 'vet', 'work'] },
      { name: 'staticcheck and misspell', command: verb('lintGo') },
      { name: 'prose', command: verb('prose') },
    ],
  },
]

const all = [
  ...check,
  { name: 'go tests', command: goTest([], '-timeout', '40m', 'work') },
  { name: 'functions and templates are built', command: verb('synth') },
  { name: 'browser tests', command: verb('e2e') },
]

/** The fuzz targets: [{ folder, name }]. */
export const fuzzTargets = inGo(/^func (Fuzz\w+)\(/gm, '_test.go')

/** The arguments of go test for the tests that call package soak or tabletest.Run, also through a helper. */
export const longGoTests = (() => {
  const folders = foldersOf(/\b(?:soak\.Long|soak\.Rounds|tabletest\.Run)\(()/g, '_test.go')
  const tests = new Set()
  for (const folder of folders) {
    const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('_test.go'))
    const functions = files.flatMap((name) => readFileSync(join(root, folder, name), 'utf8').split(/^func (?:\([^)]*\) )?/m).slice(1))
    const found = new Set(['soak\\.Long', 'soak\\.Rounds', 'tabletest\\.Run'])
    for (let before = 0; before < found.size; ) {
      before = found.size
      const uses = new RegExp(`\\b(?:${[...found].join('|')})\\(`)
      for (const text of functions) if (uses.test(text)) found.add(/^\w+/.exec(text)[0])
    }
    for (const name of found) if (name.startsWith('Test') && name !== 'TestMain') tests.add(name)
  }
  return ['-run', `^(${[...tests].join('|')})$`, ...folders]
})()

const long = [
  { name: 'go tests, long', command: goTest([], '-count=1', '-timeout', '40m', ...longGoTests), env: { TEST_LONG: '1' } },
  { name: 'go tests, race detector', command: goTest([], '-race', '-timeout', '40m', '-skip', `^(${sequential.join('|')})$`, ...concurrent), env: { CGO_ENABLED: '1' } },
  { name: 'another brand shows nothing of the first', command: verb('testNewBrand') },
  {
    parallel: [
      { name: 'browser tests, long', command: verb('e2e'), env: { TEST_LONG: '1' } },
      { name: 'fuzzing', targets: fuzzTargets },
      { name: 'schemathesis', command: verb('schemathesis') },
    ],
  },
]

export const steps = { check, all, long }
