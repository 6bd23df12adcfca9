import { readArguments } from './arguments.mjs'
import { photosDir, root, runProgram } from './build.mjs'
import { chooseStage, environmentOf, stageOption } from './stages.mjs'

const { stage, kind, file, ...options } = readArguments({
  description: 'Imports a file into the store, whether or not the server runs. npm run publish then renders the pages.',
  positionals: {
    KIND: ['locations', 'menu', 'availability', 'holidays', 'promotions', 'content'],
    FILE: 'a CSV, JSON or GeoJSON file; the folder of content',
  },
  options: { ...stageOption, 'dry-run': 'checks the file and changes nothing', confirm: 'accepts the hours and tax rates that a list of restaurants does not say' },
  env: { DATA_DIR: 'the folder of the store (.local)', BRAND: 'the id of the brand (3)' },
})
chooseStage(stage)
const env = { PROJECT: root, PICTURES: photosDir, ...environmentOf(stage) }
// Resolve a relative FILE from INIT_CWD, the caller's folder.
await runProgram('import', [kind, file, ...Object.keys(options).map((option) => `--${option}`)], { env, cwd: process.env.INIT_CWD ?? process.cwd() })
