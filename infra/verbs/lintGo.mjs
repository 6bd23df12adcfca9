// Runs staticcheck on the Go code and misspell on all sources and documents, in the versions of infra/tools/go.mod.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { program, root } from './build.mjs'

readArguments({ does: 'Runs staticcheck and misspell.' })
const folder = program('tools')
mkdirSync(folder, { recursive: true })
const options = { cwd: root, stdio: 'inherit' }
execFileSync('go', ['-C', 'infra/tools', 'build', '-o', folder, 'tool'], { ...options, env: { ...process.env, GOWORK: 'off' } })

const files = execFileSync('git', ['ls-files', '*.go', '*.ts', '*.tsx', '*.mjs', '*.js', '*.md', '*.css'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n')
const english = files.filter((file) => !/^infra\/seed\/content\/|testdata\/|\.test\.tsx?$|_test\.go$|^spa\/e2e\//.test(file)) // the rest has guests' languages
const passed = [
  spawnSync(join(folder, 'staticcheck'), ['./functions/...', './infra/...', './shared/...', './locales/...'], options),
  spawnSync(join(folder, 'misspell'), ['-error', '-i', 'territoires', ...english], options),
].every(({ status }) => status === 0)
process.exit(passed ? 0 : 1)
