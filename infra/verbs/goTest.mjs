// Runs go test: prints a line for each package and the output of tests that fail. Returns which tests were skipped and why, because go test
// hides that, and the seconds of each test.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './build.mjs'

/** Whether to print an output of a failed package: its own output, and that of tests that failed or did not finish. */
const wanted = (result, text) => !['pass', 'skip'].includes(result) && !/^=== |^PASS$/.test(text)

/** Returns the reason of a skipped test, without its source position. */
const reason = (told) =>
  told
    .filter(({ text }) => !/^=== |^\s*--- SKIP/.test(text))
    .map(({ text }) => text.trim().replace(/^\S+\.go:\d+:\s*/, ''))
    .filter(Boolean)
    .join(' ') || 'it does not say why'

/** Runs `go test` with env added: { passed, skipped: ['TestName (package): reason'], tests: [{ name, seconds }] }. */
export async function goTest(args, env) {
  const child = spawn('go', ['test', '-json', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const ended = new Promise((done) => {
    child.on('error', () => done(1))
    child.on('close', done)
  })
  const packages = new Map()
  const skipped = []
  const tests = []
  for await (const line of createInterface({ input: child.stdout })) {
    let event
    try {
      event = JSON.parse(line)
    } catch {
      console.log(line)
      continue
    }
    const { Action: action, Package: name, Test: test = '', Output: text, Elapsed: seconds = 0 } = event
    if (action === 'build-output') process.stdout.write(text)
    if (!name) continue
    if (!packages.has(name)) packages.set(name, { told: [], results: new Map() })
    const { told, results } = packages.get(name)
    if (action === 'output') told.push({ test, text })
    if (/ rounds in /.test(text)) console.log(`${name}: ${test}: ${text.trim().replace(/^\S+\.go:\d+:\s*/, '')}`) // printed by package soak
    if (!['pass', 'fail', 'skip'].includes(action)) continue
    results.set(test, action)
    if (test) {
      if (!test.includes('/')) tests.push({ name: `${name}: ${test}`, seconds })
      if (action === 'skip') skipped.push(`${test} (${name}): ${reason(told.filter((t) => t.test === test))}`)
      continue
    }
    for (const t of told) if (action === 'fail' ? wanted(results.get(t.test), t.text) : !t.test && /^(ok|\?) /.test(t.text)) process.stdout.write(t.text)
    packages.delete(name)
  }
  return { passed: (await ended) === 0, skipped, tests }
}
