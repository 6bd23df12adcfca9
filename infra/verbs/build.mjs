// Shared steps of start, test, e2e, bench and import: installs dependencies, builds the site and compiles programs, each only if its
// sources changed. Runs on Node >= 20.20 without dependencies, because a fresh machine has none.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { compress } from './compress.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const cache = join(root, '.local', 'build')

/** The data folder of start, dev, import, erase and reset: DATA_DIR, relative to the project. */
export const dataDir = resolve(root, process.env.DATA_DIR || '.local')

/** The folder of the brand's own photographs: PICTURES, relative to the project, as the server resolves it. */
export const photosDir = resolve(root, process.env.PICTURES || join(dataDir, 'pictures'))

/** Returns the port if it is free (0: any free port), else undefined. */
const freePort = (port) =>
  new Promise((done) => {
    const probe = createServer().once('error', () => done())
    probe.listen(port, 'localhost', () => {
      const { port: chosen } = probe.address()
      probe.close(() => done(chosen))
    })
  })

/** Returns a free port. */
export const anyPort = () => freePort(0)

/** Returns the origin of the server that answers for the data folder, or undefined. */
export async function runningServer() {
  const lock = join(dataDir, 'server.lock')
  const origin = existsSync(lock) && readFileSync(lock, 'utf8')
  return origin && (await fetch(`${origin}/api/openapi.json`).catch(() => null)) ? origin : undefined
}

/** Ends the process if a server cannot start, before the install and the build. Returns the port. */
export async function checkStart() {
  brandID()
  const { PORT = '8080' } = process.env
  const origin = await runningServer()
  if (origin) fail(`A server runs on ${dataDir} already: ${origin}. Stop it, or name another folder with DATA_DIR.`)
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65535) fail('PORT must be a number from 1 to 65535, or 0 for any free one.')
  // Browsers and Node block some ports: the site could be neither opened nor published.
  const { cause } = (await fetch(`http://localhost:${PORT}`, { method: 'HEAD' }).catch((error) => error)) ?? {}
  if (cause?.message === 'bad port') fail(`No browser opens a site on port ${PORT}: start it with another PORT.`)
  if (!(await freePort(Number(PORT)))) fail(`Port ${PORT} is taken: stop what uses it, or choose another with PORT=8081.`)
  return Number(PORT)
}

/** Ends this process when npm ends: npm does not forward a signal, and the server would keep the port. */
export function endWithParent() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(1), 1000).unref()
}

/** Returns the path of a compiled program. */
export const program = (name) => join(cache, name)

/** Prints a message and ends the process, without a stack trace. */
export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** Prints `text` as the last line if the process fails. Returns `set`, which replaces the text, and `clear`, which removes it. */
export function failureNote(text) {
  const print = (code) => code === 0 || console.error(`${text}\n`)
  process.on('exit', print)
  return {
    set(next) {
      text = next
    },
    clear: () => process.off('exit', print),
  }
}

/** An error with instructions for the user, printed without a stack trace. */
export class UserError extends Error {}

/** Returns the text to print for an error. */
export const errorText = (error) => (error instanceof UserError ? error.message : inspect(error))

// Every script imports this file. An empty TABLE would be taken for the local store.
if (process.env.TABLE === '') fail('TABLE is set but empty. Name a stage with --stage, or unset TABLE. Nothing was changed.')

export function checkMachine() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 20)) fail(`Node 20.20 or newer is needed; this is ${process.versions.node}. Install it from nodejs.org and try again.`)
  const go = spawnSync('go', ['env', 'GOVERSION'], { cwd: root, encoding: 'utf8' })
  if (go.error) fail('Go 1.26 or newer is needed, and there is no `go` on the PATH. Install it from go.dev/dl and try again.')
  const found = /go(\d+)\.(\d+)/.exec(go.stdout)
  if (!found || Number(found[1]) < 1 || Number(found[2]) < 26) fail(`Go 1.26 or newer is needed; this is ${go.stdout.trim() || go.stderr.trim()}.`)
}

/** Runs a command and returns { passed, output, ending }: the exit code or signal. The output is collected unless `shown` is set. */
export function execute(command, args, { cwd = root, env, shown } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data))
    child.on('error', (error) => done({ passed: false, output: `${error}\n`, ending: error.message }))
    child.on('close', (code, signal) => done({ passed: code === 0, output: Buffer.concat(output).toString(), ending: signal ?? code }))
  })
}

/** Runs a command with its output shown. A failure ends the process. */
export async function run(command, args, options) {
  const { passed, ending } = await execute(command, args, { ...options, shown: true })
  if (!passed) fail(`${[command, ...args].join(' ').slice(0, 200)} ended with ${ending}.`)
}

/** Returns the project's own Node if it is installed: some build tools need a newer version than the machine's. */
export function node() {
  const installed = join(root, 'node_modules', '.bin', 'node')
  return existsSync(installed) ? installed : process.execPath
}

/** Writes a file, with its folders. */
export function write(path, data) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, data)
}

/** Compiles a tool in its version of infra/tools/go.mod and returns its path. */
export function goTool(name) {
  const path = join(cache, 'tools', basename(name))
  const build = spawnSync('go', ['-C', 'infra/tools', 'build', '-o', path, name], { cwd: root, stdio: 'inherit', env: { ...process.env, GOWORK: 'off' } })
  return build.status === 0 ? path : fail(`${name} does not compile.`)
}

/** Runs a tool of node_modules with the project's Node. */
export const tool = (name, args, options) => run(node(), [join(root, 'node_modules', '.bin', name), ...args], options)

/** Returns the files below a folder that match the filter, except for those of tools. */
export function filesBelow(folder, filter = () => true) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => !/[\\/](node_modules|\.results)[\\/]/.test(path.slice(root.length)) && filter(path))
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.sort()) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Installs the packages of a running site; with tools also the devDependencies, for tests and the cloud. */
export async function install({ tools = false } = {}) {
  tools ||= existsSync(join(root, 'node_modules', 'vitest')) // once installed, keep them
  const stamp = join(root, 'node_modules', '.installed') // npm ci removes it
  const kinds = ['site', 'all'].map((kind) => `${kind} ${createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')}`)
  if (existsSync(stamp) && kinds.slice(tools ? 1 : 0).includes(readFileSync(stamp, 'utf8'))) return
  console.log(`• Installing the packages of the site${tools ? ', the tests and the cloud' : ''} (a minute or two the first time, by the connection)`)
  await run('npm', ['ci', tools ? '--include=dev' : '--omit=dev', '--no-fund', '--no-audit', '--loglevel=error'])
  writeFileSync(stamp, kinds[tools ? 1 : 0])
}

/** Returns the brand.json records of all brands. */
export const brands = () => readdirSync(join(root, 'shared', 'brand', 'brands')).map((folder) => JSON.parse(readFileSync(join(root, 'shared', 'brand', 'brands', folder, 'brand.json'), 'utf8')))

/** Returns the brand id of BRAND, or the default brand's. It ends the process if there is no such brand. */
export function brandID() {
  const { BRAND = '' } = process.env
  const all = brands()
  if (BRAND && !all.some(({ id }) => String(id) === BRAND)) fail(`BRAND must be the id of a brand: ${all.map(({ id, title }) => `${id} (${title})`).join(', ')}.`)
  return BRAND || '3'
}

const builds = join(cache, 'sites')

/** Reports whether a process runs, whichever user owns it. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the brand's other builds that no running process uses. */
function removeUnused(brand, folder) {
  const others = readdirSync(builds).filter((name) => name.startsWith(`${brand}-`) && !name.startsWith(basename(folder)))
  for (const name of others) {
    const [build, suffix = ''] = name.split('.')
    const usersFolder = join(builds, `${build}.users`)
    const users = suffix.startsWith('next-') ? [suffix.slice('next-'.length)] : existsSync(usersFolder) ? readdirSync(usersFolder) : []
    if (!users.some((pid) => isRunning(Number(pid)))) rmSync(join(builds, name), { recursive: true, force: true })
  }
}

/** Returns a path in the build that buildSite chose, or in the only build of an unpacked release: site, renderer, manifest. */
export const buildPath = (...path) => join(process.env.BUILD_DIR ?? onlyBuild(), ...path)

function onlyBuild() {
  const all = existsSync(builds) ? readdirSync(builds).filter((name) => !name.includes('.')) : []
  return all.length === 1 ? join(builds, all[0]) : fail('There is no build of the site, or more than one: npm start builds it.')
}

/**
 * Builds the brand's site into a new folder, unless a build of these sources exists. A running server keeps using the build that it started
 * with. Sets BUILD_DIR to the build, for this process and its children. With `picturesLater` the caller calls makePictures.
 */
export async function buildSite({ picturesLater = false } = {}) {
  const brand = brandID()
  const sources = [
    ...filesBelow(join(root, 'spa'), (path) => !path.startsWith(join(root, 'spa', 'e2e'))),
    ...filesBelow(join(root, 'locales'), (path) => path.endsWith('.json')),
    ...filesBelow(join(root, 'shared', 'brand'), (path) => path.endsWith('brand.json')),
    join(root, 'package-lock.json'),
    ...(existsSync(photosDir) ? filesBelow(photosDir) : []),
  ]
  const folder = join(builds, `${brand}-${fingerprint(sources).slice(0, 16)}`)
  mkdirSync(`${folder}.users`, { recursive: true })
  writeFileSync(join(`${folder}.users`, String(process.pid)), '') // no other process removes the build while this one runs
  if (!existsSync(folder)) {
    console.log('• Building the site')
    const next = `${folder}.next-${process.pid}`
    const env = { PICTURES: photosDir, BUILD_DIR: next }
    await tool('vite', ['build', '--config', 'spa/vite.config.ts', '--logLevel', 'warn'], { env })
    await tool('vite', ['build', '--config', 'spa/vite.config.ts', '--logLevel', 'warn', '--ssr', 'src/server.tsx'], { env })
    await compress(join(next, 'site'))
    if (existsSync(folder)) rmSync(next, { recursive: true }) // another process has built the same
    else renameSync(next, folder)
    removeUnused(brand, folder)
  }
  process.env.BUILD_DIR = folder
  if (!picturesLater) (await makePictures()) || fail('The pictures are not encoded.')
}

/**
 * Encodes the pictures of the build in all widths, unless that is done, and returns whether it succeeded. Until then pages show the widths
 * that /image makes of the originals.
 */
export async function makePictures() {
  const done = buildPath('pictures-made')
  if (existsSync(done)) return true
  const { passed } = await execute(node(), ['infra/verbs/pictures.mjs', buildPath('site', 'pictures')], { env: { PICTURES: photosDir }, shown: true })
  if (passed) writeFileSync(done, '')
  return passed
}

const programs = {
  server: './infra/local',
  live: './infra/live',
  import: './infra/seed/import',
  operate: './infra/operate/cloud',
}

/**
 * Compiles a program of the project, if its sources have changed, and prints the progress every five seconds. Returns whether it compiles.
 */
export function compile(name) {
  mkdirSync(cache, { recursive: true })
  const start = performance.now()
  const child = spawn('go', ['build', '-v', '-tags', 'nethttpomithttp2', '-o', program(name), programs[name]], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, CGO_ENABLED: '0' },
  })
  let packages = 0
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!/^[\w.~/-]+$/.test(line)) console.error(line)
    else if (packages++ === 0) console.log(`• Compiling the ${name} program (a minute or two the first time)`)
  })
  const progress = setInterval(() => console.log(`  ${packages} packages compiled, ${Math.round((performance.now() - start) / 1000)} s`), 5000)
  return new Promise((done) => {
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  }).finally(() => clearInterval(progress))
}

/** Compiles a program of the project, or ends the process. */
export const buildProgram = async (name) => (await compile(name)) || fail(`${name} does not compile.`)

/** Runs a compiled program with these arguments and exits with its status. */
export async function runProgram(name, args, { env, cwd = root } = {}) {
  checkMachine()
  await buildProgram(name)
  process.exit(spawnSync(program(name), args, { cwd, stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir, ...env } }).status ?? 1)
}

/** Prepares a running stack; with tools also tests and measurements. `picturesLater` is that of buildSite. */
export async function prepare({ tools, picturesLater } = {}) {
  checkMachine()
  await Promise.all([install({ tools }).then(() => buildSite({ picturesLater })), buildProgram('server')])
}
