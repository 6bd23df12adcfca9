// npm run test:soak: not part of CI.
import { readArguments } from './arguments.mjs'
import { checkMachine, fail, install } from './build.mjs'
import { fuzz } from './fuzz.mjs'
import { goTest } from './goTest.mjs'
import { python } from './machine.mjs'
import { fuzzTargets, soaking } from './steps.mjs'

const { factor: given = '20' } = readArguments({
  does: 'Runs the random tests, kills and bursts for FACTOR times their seconds and fuzzes FACTOR times the inputs, and prints what each did.',
  words: { '[FACTOR]': 'a whole number from 1 (20: about an hour)' },
})
const factor = Number(given)
if (!Number.isInteger(factor) || factor < 1) fail('npm run test:soak takes one whole number from 1: npm run test:soak -- 20')
checkMachine()
await install({ tools: true })
python()
const go = await goTest(['-vet=off', '-count=1', '-timeout', '24h', ...soaking], { TEST_SOAK: String(factor) })
const fuzzing = await fuzz(fuzzTargets, factor)
process.exit(go.passed && fuzzing.passed ? 0 : 1)
