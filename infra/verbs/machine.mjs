// What the tests need of a machine beyond Go and Node: a browser, a C compiler for Go's race detector, and Python. Taken from the machine,
// else installed where that is possible, else a sentence that says what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail } from './build.mjs'

function find(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name)
      if (folder && existsSync(path)) return path
    }
}

let listed = false

function aptInstall(...packages) {
  if (!find('apt-get') || process.getuid?.() !== 0) return false
  console.log(`• Installing ${packages.join(' ')} from Debian's packages`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env }
  if (!listed) spawnSync('apt-get', ['update', '-qq'], quiet)
  listed = true
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
}

/** Path of a Chromium as a guest has it: CHROMIUM, one on the PATH, or Debian's package. */
export function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const installed = () => find('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  const path = installed() ?? (aptInstall('chromium', 'fonts-liberation') && installed())
  if (!path) fail('The browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium.')
  return path
}

/** cfn-lint, which looks at the templates, and AWS's command line are Python's: a test installs them into environments of their own. */
export function python() {
  if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0) return
  if (!aptInstall('python3', 'python3-venv')) fail('cfn-lint and AWS’s command line, which tests run, need Python 3 with its module venv: install them.')
}

/**
 * Path of a Chromium for the tests: without the windows that nobody sees, which take half of its time ("headless shell", of the same
 * source and version), else as a guest has it.
 */
export function testBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const installed = () => find('chromium-headless-shell', 'chrome-headless-shell')
  return installed() ?? ((aptInstall('chromium-headless-shell', 'fonts-liberation') && installed()) || chromium())
}

/** Go's race detector needs cgo, and that a C compiler. */
export function compiler() {
  if (find('gcc', 'clang', 'cc')) return
  if (!aptInstall('gcc', 'libc6-dev')) fail('The tests run with Go’s race detector, which needs a C compiler: install gcc or clang.')
}
