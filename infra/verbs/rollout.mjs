// What npm run deploy does once everything is built: the stacks, then the files of the site.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, node, root, run } from './build.mjs'
import { upload, uploads } from './upload.mjs'

const cdk = join(root, 'node_modules', '.bin', 'cdk')

/** Where cdk tells of the stack that it made. */
const told = (stage) => join(root, '.local', 'build', `ordering-${stage}.json`)

const deploying = (stage, yes, outputs) => ['deploy', `ordering-${stage}`, '--app', join(root, 'cdk.out'), '--outputs-file', outputs, '--require-approval', yes ? 'never' : 'broadening', '--no-notices']

/** The calls in their order, as lines of a shell. What only AWS can tell is in capitals. */
export function plan(stage, site, yes) {
  const line = (program, args) => [program, ...args.map((a) => (/[\s*;,]/.test(a) ? `'${a}'` : a))].join(' ').replaceAll(`${root}/`, '')
  const { files, invalidate, wait, worker } = uploads(site, 'BUCKET', 'DISTRIBUTION')
  return [line('cdk', deploying(stage, yes, told(stage))), ...[...files, invalidate, wait('INVALIDATION'), ...worker].map((args) => line('aws', args))]
}

/** Makes the calls. Nothing of the site changes before the stacks stand. Gives the address of the site. */
export async function rollout(stage, site, yes, { program = cdk, outputs = told(stage) } = {}) {
  mkdirSync(dirname(outputs), { recursive: true })
  rmSync(outputs, { force: true }) // what an earlier deployment told is of no use
  await run(node(), [program, ...deploying(stage, yes, outputs)], { env: { CDK_DISABLE_CLI_TELEMETRY: 'true' } })
  if (!existsSync(outputs)) fail('cdk deploy has told nothing of the stack: nothing of the site was changed.')
  const { AssetsBucket, DistributionID, SiteURL } = JSON.parse(readFileSync(outputs, 'utf8'))[`ordering-${stage}`]
  console.log('• Uploading the site')
  await upload(site, AssetsBucket, DistributionID)
  return SiteURL
}
