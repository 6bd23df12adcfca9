// Runs fuzz targets of the Go modules for a number of inputs, not of seconds: a -fuzztime in seconds sometimes fails at its deadline
// without a finding (go.dev/issue/75804). One worker, so that the count means the same on every machine; niced, because other steps run
// beside it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heard, program, root } from './build.mjs'

/** Inputs that take about three seconds on an idle core. Picture decoders differ from the rest. */
const threeSeconds = { FuzzJPEG: 1_800, FuzzPNG: 33_000, FuzzWebP: 13_000 }
const otherwise = 5_000

const niced = (command, args, cwd) => heard('nice', ['-n', '19', command, ...args], { cwd })

const built = new Map()

/** Builds the tests of a package for fuzzing, once for all of its targets: linking takes longer than most targets. */
function build(folder) {
  const path = program(`fuzz${folder.slice(1).replaceAll('/', '-')}.test`)
  if (!built.has(folder)) built.set(folder, niced('go', ['test', '-c', '-fuzz', '.', '-o', path, folder], root).then((made) => ({ ...made, path })))
  return built.get(folder)
}

/**
 * Fuzzes targets of the form { folder, name } one after the other: { passed }. With a factor it tries that many times the inputs and keeps
 * the interesting ones in Go's cache, where the next run continues; without one it starts from the committed seeds, so that every run takes
 * the same time.
 */
export async function fuzz(targets, factor) {
  let passed = true
  for (const target of targets) passed = (await fuzzOne(target, factor)) && passed
  return { passed }
}

async function fuzzOne({ folder, name }, factor) {
  const inputs = (threeSeconds[name] ?? otherwise) * (factor ?? 1)
  const made = await build(folder)
  const corpus = factor
    ? join(spawnSync('go', ['env', 'GOCACHE'], { cwd: root, encoding: 'utf8' }).stdout.trim(), 'fuzz', 'ordering', folder)
    : mkdtempSync(join(tmpdir(), 'fuzz-'))
  const args = ['-test.run', '^$', '-test.fuzz', `^${name}$`, '-test.fuzztime', `${inputs}x`, '-test.fuzzminimizetime', '100x', '-test.parallel', '1', '-test.fuzzcachedir', corpus]
  const ran = made.passed ? await niced(made.path, args, join(root, folder)) : made
  if (!factor) rmSync(corpus, { recursive: true })
  process.stdout.write(`\n── fuzz ${name}, ${inputs} inputs\n${ran.said}`)
  return ran.passed
}
