// A fuzz target of the Go modules, run for so many inputs: a -fuzztime in seconds fails now and then at its deadline without having found
// anything (go.dev/issue/75804). It has one worker, so that the count means the same on every machine, and gives way to what runs beside it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program, root } from './build.mjs'

/** Runs a command and keeps what it says: { passed, said }. */
function heard(command, args, cwd) {
  return new Promise((done) => {
    const child = spawn('nice', ['-n', '19', command, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
    child.on('error', (error) => done({ passed: false, said: `${error}\n` }))
    child.on('close', (code) => done({ passed: code === 0, said: Buffer.concat(said).toString() }))
  })
}

const built = new Map()

/** The tests of a package, built for fuzzing: once for all of its targets, for most take less time than the linker. */
function build(folder) {
  const path = program(`fuzz${folder.slice(1).replaceAll('/', '-')}.test`)
  if (!built.has(folder)) built.set(folder, heard('go', ['test', '-c', '-fuzz', '.', '-o', path, folder], root).then((made) => ({ ...made, path })))
  return built.get(folder)
}

/**
 * Runs the target of the package in a folder. What it finds of interest is kept in Go's cache for the next time when it `keeps`; else it
 * begins with the seeds alone, and so many inputs take as long the next time. Gives { passed }.
 */
export async function fuzz({ folder, name, inputs, keeps }) {
  const made = await build(folder)
  const corpus = keeps
    ? join(spawnSync('go', ['env', 'GOCACHE'], { cwd: root, encoding: 'utf8' }).stdout.trim(), 'fuzz', 'ordering', folder)
    : mkdtempSync(join(tmpdir(), 'fuzz-'))
  const args = ['-test.run', '^$', '-test.fuzz', `^${name}$`, '-test.fuzztime', `${inputs}x`, '-test.fuzzminimizetime', '100x', '-test.parallel', '1', '-test.fuzzcachedir', corpus]
  const ran = made.passed ? await heard(made.path, args, join(root, folder)) : made
  if (!keeps) rmSync(corpus, { recursive: true })
  process.stdout.write(`\n── fuzz ${name}\n${ran.said}`)
  return { passed: ran.passed }
}
