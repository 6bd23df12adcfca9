// npm run rollback -- --stage STAGE deploys the functions, the site and the pages of an earlier release. The code of that release renders
// the pages from today's restaurants and menus.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { node, root, run } from './build.mjs'
import { unpack } from './releases.mjs'
import { orFail, chooseStage, requireStage, stackOf, stageOption } from './stages.mjs'

const { stage, ...options } = readArguments({
  description:
    'Deploys the previous release without building. After an interrupted deployment it deploys the current one. ' +
    'It repeats an interrupted rollback.',
  options: { ...stageOption, yes: 'does not ask for approval when permissions are broadened', fewer: 'deploys even if that deletes most of the published pages', 'take-over': 'takes the lock of the stage from another process, which was killed' },
})
chooseStage(requireStage(stage))
const folder = join(root, '.local', 'rollback', stage)
const which = orFail(() => unpack(stackOf(stage).AssetsBucket, folder))
// Share this folder's packages if the lock files are equal and the cloud tools are installed: npm start does not install them.
const lockFile = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
if (lockFile(root) === lockFile(folder) && existsSync(join(root, 'node_modules', '.bin', 'cdk'))) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
else await run('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], { cwd: folder })
console.log(`• Deploying the ${which} release`)
await run(node(), [join(folder, 'infra', 'verbs', 'deploy.mjs'), stage, '--built', ...Object.keys(options).map((option) => `--${option}`)], { cwd: folder })
