// What start, test, e2e, bench and import stand on: dependencies installed, the site built, the programs compiled, each only when
// its sources changed. Runs on Node >= 20.20 without any dependency, for on a fresh machine there are none yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compress } from './compress.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const cache = join(root, '.local', 'build')

/** The store of start, dev, import, erase and reset: DATA_DIR, meant from the project's folder. */
export const dataDir = resolve(root, process.env.DATA_DIR || '.local')

/** The brand's own photographs: PICTURES, meant from the project's folder, as the server means it. */
export const photographs = resolve(root, process.env.PICTURES || join(dataDir, 'pictures'))

/** Path of a compiled program. */
export const program = (name) => join(cache, name)

/** Ends the verb with a sentence that says what to do, and no stack trace. */
export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** An error that says what to do: a verb tells it without a stack trace. */
export class Advice extends Error {}

/** How a verb tells an error. */
export const told = (error) => (error instanceof Advice ? error.message : error.stack)

export function checkMachine() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 20)) fail(`Node 20.20 or newer is needed; this is ${process.versions.node}. Install it from nodejs.org and try again.`)
  const go = spawnSync('go', ['env', 'GOVERSION'], { cwd: root, encoding: 'utf8' })
  if (go.error) fail('Go 1.26 or newer is needed, and there is no `go` on the PATH. Install it from go.dev/dl and try again.')
  const found = /go(\d+)\.(\d+)/.exec(go.stdout)
  if (!found || Number(found[1]) < 1 || Number(found[2]) < 26) fail(`Go 1.26 or newer is needed; this is ${go.stdout.trim() || go.stderr.trim()}.`)
}

/** Runs a command; its output is shown, and a failure ends the verb. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options, env: { ...process.env, ...options.env } })
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      if (code === 0) done()
      else fail(`${[command, ...args].join(' ').slice(0, 200)} ended with ${signal ?? code}.`)
    })
  })
}

/** The project's own Node once it is installed: some build tools need a newer one than the machine may have. */
export function node() {
  const own = join(root, 'node_modules', '.bin', 'node')
  return existsSync(own) ? own : process.execPath
}

/** Runs a tool out of node_modules with the project's Node. */
export const tool = (name, args, options) => run(node(), [join(root, 'node_modules', '.bin', name), ...args], options)

function files(folder, wanted, found = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', '.local', 'dist', 'cdk.out', '.git', '.results'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files(path, wanted, found)
    else if (wanted(path)) found.push(path)
  }
  return found
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.sort()) {
    const s = statSync(path)
    hash.update(`${path} ${s.size} ${s.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Does the work only if the sources, or the variant, differ from those of the last time, or its result is gone. */
async function once(name, result, paths, work, variant = '') {
  const stamp = join(cache, `${name}.stamp`)
  const now = fingerprint(paths) + variant
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  await work()
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, now)
}

const step = (text) => console.log(`• ${text}`)

export async function install() {
  const lock = join(root, 'package-lock.json')
  await once('install', join(root, 'node_modules', '.package-lock.json'), [lock], async () => {
    step('Installing the site’s packages (one to three minutes the first time, by the connection)')
    await run('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'])
  })
}

export async function buildSite() {
  const sources = [...files(join(root, 'spa'), (p) => !p.startsWith(join(root, 'spa', 'e2e'))), ...files(join(root, 'locales'), (p) => p.endsWith('.json')), ...files(join(root, 'shared', 'brand'), (p) => p.endsWith('brand.json')), join(root, 'package-lock.json'), ...(existsSync(photographs) ? files(photographs, () => true) : [])]
  const env = { PICTURES: photographs }
  const work = async () => {
    step('Building the site')
    await tool('vite', ['build', '--config', 'spa/vite.config.ts', '--logLevel', 'warn'], { env })
    await tool('vite', ['build', '--config', 'spa/vite.config.ts', '--logLevel', 'warn', '--ssr', 'src/server.tsx'], { env })
    compress(join(root, 'spa', 'dist'))
  }
  await once('site', join(root, 'spa', 'dist', 'shell.html'), sources, work, process.env.BRAND)
}

const programs = { server: './infra/local', import: './infra/seed/import', erase: './infra/erasure/cloud', attention: './infra/attention' }

/** Compiles a program of the project: the server, or the import command. */
export async function buildProgram(name) {
  const sources = ['functions', 'shared', 'infra', 'locales'].flatMap((f) => files(join(root, f), (p) => !/_test\.go$|\.mjs$|README\.md$/.test(p)))
  await once(name, program(name), [...sources, join(root, 'go.work')], async () => {
    step(name === 'server' ? 'Compiling the server (a minute or two the first time)' : `Compiling ${name}`)
    mkdirSync(cache, { recursive: true })
    await run('go', ['build', '-tags', 'nethttpomithttp2', '-trimpath', '-o', program(name), programs[name]], { env: { CGO_ENABLED: '0' } })
  })
}

/** Everything that a running stack needs. */
export async function prepare() {
  checkMachine()
  await install()
  await Promise.all([buildSite(), buildProgram('server')])
}
