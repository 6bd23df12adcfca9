// npm run release: one archive for each processor, which takes real orders on a Linux machine where nothing is installed. The same sources
// make the same bytes.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { buildSite, buildPath, checkMachine, install, root, run } from './build.mjs'

const { out = join(root, '.local', 'release'), only } = readArguments({
  description: 'Makes an archive for Linux on amd64 and arm64 with the program, the site and a Node to publish it: docs/one-machine.md.',
  options: { 'out=FOLDER': 'where the archives are written (.local/release)', 'only=PROCESSOR': 'amd64 or arm64 alone' },
  env: { BRAND: 'the id of the brand (3)' },
})

/** The sources that publish.mjs reads, and the drawings with which an import checks the names of pictures. */
const sources = [
  'package.json',
  'package-lock.json',
  'cdk.json',
  'locales/*/*.json',
  'infra/verbs/*.mjs',
  'infra/verbs/pdf/*.mjs',
  'shared/brand/brands/*/*.json',
  'spa/src/app/**/*.ts',
  'spa/src/brand/**/*.css',
  'spa/src/food/**/*.svg',
  'spa/src/food/burgers.ts',
  'spa/src/picture/scenes.ts',
]

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Returns the folders of a package and of its dependencies, below node_modules. */
function withDependencies(name, from = '', found = new Set()) {
  const folder = [`${from}/node_modules/${name}`.replace(/^\//, ''), `node_modules/${name}`].find((path) => lock[path])
  if (!folder || found.has(folder)) return found
  found.add(folder)
  for (const next of Object.keys({ ...lock[folder].dependencies, ...lock[folder].peerDependencies })) withDependencies(next, folder, found)
  return found
}

/** Returns the packages that the renderer and the papers import. */
function importedPackages() {
  const scripts = readdirSync(buildPath('render'), { recursive: true }).filter((file) => file.endsWith('.js'))
  const texts = scripts.map((file) => readFileSync(buildPath('render', file), 'utf8'))
  const names = texts.flatMap((text) => [...text.matchAll(/^(?:import|export) .*?from ["']([^."'/][^"']*)["']/gm)].map((m) => m[1]))
  const packageOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  return ['pdfkit', '@fontsource/bowlby-one', '@fontsource/public-sans', ...names.map(packageOf)]
}

const output = (command, args, options) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options })

/** Returns the licences of the program's modules and of the packages, each text under its names. */
function licences(folders) {
  const format = '{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}'
  const modules = output('go', ['list', '-deps', '-f', format, './infra/live']).trim().split('\n')
  const site = Object.keys(lock).filter((folder) => folder && !lock[folder].dev && !lock[folder].optional)
  const all = new Map()
  const add = (name, folder, terms) => {
    const entries = readdirSync(folder, { withFileTypes: true })
    const files = entries.filter((file) => file.isFile() && /^(licen[cs]e|copying|notice)/i.test(file.name))
    const licence = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim()).sort().join('\n\n') || `(${terms}, without a text)`
    all.set(licence, [...(all.get(licence) ?? []), name])
  }
  for (const line of [...new Set(modules)].filter(Boolean)) add(...line.split('\t'))
  for (const folder of new Set([...folders, ...site])) {
    add(`${folder.split('node_modules/').at(-1)} ${lock[folder].version}`, join(root, folder), lock[folder].license)
  }
  add(`Go ${output('go', ['env', 'GOVERSION']).trim()}`, output('go', ['env', 'GOROOT']).trim())
  return [...all].map(([licence, names]) => `${names.sort().join('\n')}\n\n${licence}\n`).sort().join(`\n${'='.repeat(80)}\n\n`)
}

checkMachine()
await install()
await buildSite()
const commit = output('git', ['rev-parse', '--short=12', 'HEAD']).trim()
const version = `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}-${commit}`
const folders = new Set(importedPackages().flatMap((name) => [...withDependencies(name)]))
const licenceText = licences(folders)
const { version: node } = lock['node_modules/node']
mkdirSync(out, { recursive: true })
for (const [processor, names] of Object.entries({ amd64: 'x64', arm64: 'arm64' })) {
  if (only && only !== processor) continue
  const name = `ordering-${version}-linux-${processor}`
  const folder = join(out, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of output('git', ['ls-files', ...sources.map((glob) => `:(glob)${glob}`)]).trim().split('\n')) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  for (const path of folders) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of ['site', 'render', 'manifest.json']) cpSync(buildPath(path), join(folder, path), { recursive: true })
  cpSync(join(root, 'infra', 'live', 'ordering.service'), join(folder, 'ordering.service'))
  const flags = ['-trimpath', '-buildvcs=false', '-ldflags', `-s -w -buildid= -X main.release=${version}`, '-o', join(folder, 'ordering')]
  await run('go', ['build', ...flags, './infra/live'], { env: { CGO_ENABLED: '0', GOOS: 'linux', GOARCH: processor } })
  const packed = join(out, output('npm', ['pack', '--silent', '--pack-destination', out, `node-linux-${names}@${node}`]).trim())
  await run('tar', ['-xzf', packed, '-C', folder, '--strip-components=2', 'package/bin/node'])
  const nodeLicence = output('tar', ['-xzOf', packed, 'package/LICENSE'])
  writeFileSync(join(folder, 'LICENCES.txt'), `${licenceText}\n${'='.repeat(80)}\n\n${nodeLicence}`)
  rmSync(packed)
  const sorted = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w', '--format=gnu']
  await run('tar', [...sorted, '-I', 'gzip -n -6', '-cf', `${folder}.tar.gz`, '-C', out, name])
  rmSync(folder, { recursive: true })
  console.log(`${folder}.tar.gz`)
}
