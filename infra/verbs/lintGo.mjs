// Runs staticcheck on the Go code and misspell on all sources and documents, in the versions of infra/tools/go.mod.
import { execFileSync, spawnSync } from 'node:child_process'
import { readArguments } from './arguments.mjs'
import { goTool, root } from './build.mjs'

readArguments({ description: 'Runs staticcheck and misspell.' })
const options = { cwd: root, stdio: 'inherit' }
const files = execFileSync('git', ['ls-files', '*.go', '*.ts', '*.tsx', '*.mjs', '*.js', '*.md', '*.css'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n')
const english = files.filter((file) => !/^infra\/seed\/content\/|testdata\/|\.test\.tsx?$|_test\.go$|^spa\/e2e\//.test(file)) // the rest has guests' languages
const passed = [
  spawnSync(goTool('honnef.co/go/tools/cmd/staticcheck'), ['./functions/...', './infra/...', './shared/...', './locales/...'], options),
  spawnSync(goTool('github.com/golangci/misspell/cmd/misspell'), ['-error', '-i', 'territoires', ...english], options),
].every(({ status }) => status === 0)
process.exit(passed ? 0 : 1)
