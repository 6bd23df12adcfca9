// Starts a separate stack for tests and measurements: a free port, an empty data folder, a clock with a given start time.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPath, program, root } from './build.mjs'

/** A Friday noon in Chicago: every location that opens on Fridays is open. */
export const noon = '2026-11-20T18:00:00Z'

/**
 * Starts the compiled server. Resolves once it answers. `launcher` is a command that runs it, with its arguments.
 *
 * @typedef {{ url: string, pid: number, dataDir: string, log: () => string, stop: () => Promise<void> }} RunningStack
 * @returns {Promise<RunningStack>}
 */
export function startStack({ env = {}, launcher = [] } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stack-'))
  const [command, ...args] = [...launcher, program('server'), 'serve']
  const server = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SITE: env.SITE ?? buildPath('site'), PORT: '0', DATA_DIR: dataDir, CLOCK: noon, ...env },
  })
  let log = ''
  const stopped = new Promise((done) => server.on('exit', done))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  // The calling process may end before it stops the server: after a failure, or on a signal.
  const killAndRemove = () => server.kill('SIGKILL') && remove()
  process.on('exit', killAndRemove)
  const stop = async () => {
    server.kill('SIGTERM')
    await stopped
    process.off('exit', killAndRemove)
    remove()
  }
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      log += chunk
      const url = /(http:\/\/localhost:\d+)\//.exec(log)?.[1]
      if (url) resolve({ url, pid: server.pid, dataDir, log: () => log, stop })
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${log}`)))
  })
}
