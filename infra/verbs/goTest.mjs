// go test, told as it tells a list of packages itself: a line for each, and the output of what fails. It keeps why a test was skipped to
// itself; here that is handed back, so that nobody takes for proved what this machine could not prove.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './build.mjs'

/** Of a package that fails: what its own process says, and its tests that failed or that a panic or the deadline left without an end. */
const wanted = (result, text) => !['pass', 'skip'].includes(result) && !/^=== |^PASS$/.test(text)

/** What a skipped test said, without the place where it said so. */
const reason = (told) =>
  told
    .filter(({ text }) => !/^=== |^\s*--- SKIP/.test(text))
    .map(({ text }) => text.trim().replace(/^\S+\.go:\d+:\s*/, ''))
    .filter(Boolean)
    .join(' ') || 'it does not say why'

/** Runs `go test` with the arguments: { passed, skipped: ['TestName (package): reason'] }. */
export async function goTest(args, env) {
  const child = spawn('go', ['test', '-json', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const ended = new Promise((done) => {
    child.on('error', () => done(1))
    child.on('close', done)
  })
  const packages = new Map()
  const skipped = []
  for await (const line of createInterface({ input: child.stdout })) {
    let event
    try {
      event = JSON.parse(line)
    } catch {
      console.log(line)
      continue
    }
    const { Action: action, Package: name, Test: test = '', Output: text } = event
    if (action === 'build-output') process.stdout.write(text)
    if (!name) continue
    if (!packages.has(name)) packages.set(name, { told: [], results: new Map() })
    const { told, results } = packages.get(name)
    if (action === 'output') told.push({ test, text })
    if (!['pass', 'fail', 'skip'].includes(action)) continue
    results.set(test, action)
    if (test) {
      if (action === 'skip') skipped.push(`${test} (${name}): ${reason(told.filter((t) => t.test === test))}`)
      continue
    }
    for (const t of told) if (action === 'fail' ? wanted(results.get(t.test), t.text) : !t.test && /^(ok|\?) /.test(t.text)) process.stdout.write(t.text)
    packages.delete(name)
  }
  return { passed: (await ended) === 0, skipped }
}
