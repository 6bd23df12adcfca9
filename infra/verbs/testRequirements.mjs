// Requirements of the tests beyond Go and Node: a browser, a C compiler for Go's race detector, and Python. Uses the machine's, else
// installs them if possible, else prints what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail } from './build.mjs'

/** Returns the path of the first of these programs that is on the PATH. */
function find(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

let listed = false

function aptInstall(...packages) {
  if (!find('apt-get') || process.getuid?.() !== 0) return false
  console.log(`• Installing ${packages.join(' ')} from Debian's packages`)
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  if (!listed) spawnSync('apt-get', ['update', '-qq'], quiet)
  listed = true
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
}

const browser = (names, debian) => {
  const installed = () => process.env.CHROMIUM ?? find(...names)
  return installed() ?? (aptInstall(debian, 'fonts-liberation') ? installed() : undefined)
}

/** Returns the path of a regular Chromium: CHROMIUM, one on the PATH, or Debian's package. */
export const chromium = () =>
  browser(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], 'chromium') ??
  fail('The browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium.')

/** Returns the path of a Chromium for tests: the headless shell takes half the time (same source and version). */
export const testBrowser = () => browser(['chromium-headless-shell', 'chrome-headless-shell'], 'chromium-headless-shell') ?? chromium()

/** Requires Python for cfn-lint and the AWS CLI. Tests install these into virtual environments. */
export function python() {
  if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0 || aptInstall('python3', 'python3-venv')) return
  fail('cfn-lint and AWS’s command line, which tests run, need Python 3 with its module venv: install them.')
}

/** Requires a C compiler: Go's race detector needs cgo. */
export function compiler() {
  if (find('gcc', 'clang', 'cc') || aptInstall('gcc', 'libc6-dev')) return
  fail('The tests run with Go’s race detector, which needs a C compiler: install gcc or clang.')
}
