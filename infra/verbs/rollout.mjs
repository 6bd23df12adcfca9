// What npm run deploy does once everything is built: the stacks, then the files of the site and its pages.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inBucket } from './before.mjs'
import { fail, node, root, run } from './build.mjs'
import { cloudPages, outputsOf, publish } from './publish.mjs'
import { upload, uploads } from './upload.mjs'

const cdk = join(root, 'node_modules', '.bin', 'cdk')

const deploying = (stage, yes, outputs) => ['deploy', `ordering-${stage}`, '--app', join(root, 'cdk.out'), '--outputs-file', outputs, '--require-approval', yes ? 'never' : 'broadening', '--no-notices']

/** The calls in their order, as lines of a shell. What only AWS can tell is in capitals. */
export function plan(stage, site, yes) {
  const line = (program, args) => [program, ...args.map((a) => (/[\s*;,]/.test(a) ? `'${a}'` : a))].join(' ').replaceAll(`${root}/`, '')
  const { files, invalidate, wait, last } = uploads({ site, pages: cloudPages(stage), gone: ['GONE.html'], bucket: 'BUCKET', distribution: 'DISTRIBUTION' })
  return [line('cdk', deploying(stage, yes, outputsOf(stage))), ...[...files, invalidate, wait('INVALIDATION'), ...last].map((args) => line('aws', args))]
}

/** Makes the calls. Nothing of the site changes before the stacks stand and its pages are rendered out of what they answer. Gives the address of the site. */
export async function rollout(stage, site, { yes = false, fewer = false, program = cdk, outputs = outputsOf(stage), pages = cloudPages(stage), render = publish } = {}) {
  mkdirSync(dirname(outputs), { recursive: true })
  rmSync(outputs, { force: true }) // what an earlier deployment told is of no use
  await run(node(), [program, ...deploying(stage, yes, outputs)], { env: { CDK_DISABLE_CLI_TELEMETRY: 'true' } })
  if (!existsSync(outputs)) fail('cdk deploy has told nothing of the stack: nothing of the site was changed.')
  const { AssetsBucket, DistributionID, SiteURL } = JSON.parse(readFileSync(outputs, 'utf8'))[`ordering-${stage}`]
  console.log('• Rendering the pages')
  const { gone } = await render(SiteURL, pages, { before: inBucket(AssetsBucket), fewer })
  console.log('• Uploading the site and its pages')
  await upload({ site, pages, gone, bucket: AssetsBucket, distribution: DistributionID })
  return SiteURL
}
