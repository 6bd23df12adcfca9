// npm run test:soak: not part of CI.
import { readFileSync } from 'node:fs'
import { readArguments } from './arguments.mjs'
import { checkMachine, fail, execute, install, program } from './build.mjs'
import { fuzz } from './fuzz.mjs'
import { python } from './testRequirements.mjs'

const { factor: argument = '20' } = readArguments({
  description: 'Runs the random tests, kills and bursts for FACTOR times their seconds and fuzzes FACTOR times the inputs, and prints what each did.',
  positionals: { '[FACTOR]': 'a whole number from 1 (20: about an hour)' },
})
const factor = Number(argument)
if (!Number.isInteger(factor) || factor < 1) fail('npm run test:soak takes one whole number from 1: npm run test:soak -- 20')
checkMachine()
await install({ tools: true })
python()
const { fuzzTargets, goTest, longGoTests } = await import('./steps.mjs')
const events = program('soak.json')
const [command, ...args] = goTest(['--jsonfile', events], '-count=1', '-timeout', '24h', ...longGoTests)
const go = await execute(command, args, { env: { TEST_SOAK: String(factor) }, shown: true })
for (const line of readFileSync(events, 'utf8').trim().split('\n')) {
  const { Package, Test, Output = '' } = JSON.parse(line)
  if (/ rounds in /.test(Output)) console.log(`${Package}: ${Test}: ${Output.trim().replace(/^\S+\.go:\d+:\s*/, '')}`) // of package soak
}
const fuzzing = await fuzz(fuzzTargets, factor)
process.exit(go.passed && fuzzing.passed ? 0 : 1)
