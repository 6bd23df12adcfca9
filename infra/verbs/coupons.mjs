import { optionsOf, readArguments } from './arguments.mjs'
import { runProgram } from './build.mjs'
import { chooseStage, environmentOf, stageOption } from './stages.mjs'

const { stage, promotion, n, ...options } = readArguments({
  description: 'Makes codes of a serialized promotion and writes them as CSV, whether or not the server runs.',
  positionals: { PROMOTION: 'the id of a serialized promotion', N: 'how many codes; another run makes further ones' },
  options: { ...stageOption, 'out=FILE': 'the new file to write; without it the codes are printed' },
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
chooseStage(stage)
const env = environmentOf(stage, ['GUEST_SECRET'])
const args = [promotion, n, ...optionsOf(options)]
// The program resolves a relative FILE from INIT_CWD, the caller's folder.
const cwd = process.env.INIT_CWD ?? process.cwd()
if (env.TABLE ?? process.env.TABLE) await runProgram('coupons', args, { env, cwd })
else await runProgram('server', ['coupons', ...args], { cwd })
