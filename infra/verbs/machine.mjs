// Requirements of the tests beyond Go and Node: a browser, a C compiler for Go's race detector, and Python. Uses the machine's, else
// installs them if possible, else prints what is missing.
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

/** Returns the path of a regular Chromium: CHROMIUM, one on the PATH, or Debian's package. */
export function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const installed = () => find('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  const path = installed() ?? (aptInstall('chromium', 'fonts-liberation') && installed())
  if (!path) fail('The browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium.')
  return path
}

/** Requires Python for cfn-lint and the AWS CLI. Tests install these into virtual environments. */
export function python() {
  if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0) return
  if (!aptInstall('python3', 'python3-venv')) fail('cfn-lint and AWS’s command line, which tests run, need Python 3 with its module venv: install them.')
}

/**
 * Returns the path of a Chromium for tests: the headless shell, which takes half the time (same source and version), else a regular
 * Chromium.
 */
export function testBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const installed = () => find('chromium-headless-shell', 'chrome-headless-shell')
  return installed() ?? ((aptInstall('chromium-headless-shell', 'fonts-liberation') && installed()) || chromium())
}

/** Requires a C compiler: Go's race detector needs cgo. */
export function compiler() {
  if (find('gcc', 'clang', 'cc')) return
  if (!aptInstall('gcc', 'libc6-dev')) fail('The tests run with Go’s race detector, which needs a C compiler: install gcc or clang.')
}
