// Runs fuzz targets of the Go modules for a number of inputs, not of seconds: a -fuzztime in seconds sometimes fails at its deadline
// without a finding (go.dev/issue/75804). One worker, so that the count means the same on every machine; niced, because other steps run
// beside it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, program, root } from './build.mjs'

/** Inputs that take about three seconds on an idle core. Picture decoders differ from the rest. */
const inputsInThreeSeconds = { FuzzJPEG: 1_800, FuzzPNG: 33_000, FuzzWebP: 13_000 }
const defaultInputs = 5_000

const runNiced = (command, args, cwd = root) => execute('nice', ['-n', '19', command, ...args], { cwd })

/**
 * Fuzzes targets of the form { folder, name } one after the other: { passed }. With a factor it tries that many times the inputs and keeps
 * the interesting ones in Go's cache, where the next run continues; without one it starts from the committed seeds, so that every run takes
 * the same time.
 */
export async function fuzz(targets, factor) {
  let passed = true
  const cache = factor && join(spawnSync('go', ['env', 'GOCACHE'], { cwd: root, encoding: 'utf8' }).stdout.trim(), 'fuzz', 'ordering')
  const report = (title, result) => {
    passed &&= result.passed
    process.stdout.write(`\n── fuzz ${title}\n${result.output}`)
  }
  for (const folder of new Set(targets.map((target) => target.folder))) {
    // Build the tests of a package once for all of its targets: linking takes longer than most targets.
    const binary = program(`fuzz${folder.slice(1).replaceAll('/', '-')}.test`)
    const build = await runNiced('go', ['test', '-c', '-fuzz', '.', '-o', binary, folder])
    if (!build.passed) report(folder, build)
    else
      for (const { name } of targets.filter((target) => target.folder === folder)) {
        const inputs = (inputsInThreeSeconds[name] ?? defaultInputs) * (factor ?? 1)
        const corpus = factor ? join(cache, folder) : mkdtempSync(join(tmpdir(), 'fuzz-'))
        const limits = { fuzz: `^${name}$`, fuzztime: `${inputs}x`, fuzzminimizetime: '100x', parallel: '1', fuzzcachedir: corpus }
        const options = Object.entries({ run: '^$', ...limits }).flatMap(([option, value]) => [`-test.${option}`, value])
        report(`${name}, ${inputs} inputs`, await runNiced(binary, options, join(root, folder)))
        if (!factor) rmSync(corpus, { recursive: true })
      }
  }
  return { passed }
}
