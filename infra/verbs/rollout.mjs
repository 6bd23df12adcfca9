// Deploys a finished build, for npm run deploy and npm run rollback: the stacks, then the site's files and pages, then a smoke test.
import { join } from 'node:path'
import { bucketReader } from './previousPublish.mjs'
import { fail, failureNote, node, root, run, errorText } from './build.mjs'
import { lock } from './lock.mjs'
import { cloudPages, publish } from './publish.mjs'
import * as storedReleases from './releases.mjs'
import { smoke } from './smoke.mjs'
import { allowRetry, outputsOf } from './stages.mjs'
import { upload, uploads } from './upload.mjs'
import { deletion, prune } from './pruneVersions.mjs'

const cdk = join(root, 'node_modules', '.bin', 'cdk')

const cdkDeployArgs = (stage, yes) => ['deploy', `ordering-${stage}`, `ordering-${stage}-site-alarms`, '--app', join(root, 'cdk.out'), '--require-approval', yes ? 'never' : 'broadening', '--no-notices']

/** Returns the changing calls in order, as shell lines. Values known only to AWS are in capitals. */
export function plan(stage, site, yes) {
  const line = (program, args) => [program, ...args.map((a) => (/[\s*;,]/.test(a) ? `'${a}'` : a))].join(' ').replaceAll(`${root}/`, '')
  const { files, invalidate, wait, last } = uploads({ site, pages: cloudPages(stage), removed: ['REMOVED.html'], bucket: 'BUCKET', distribution: 'DISTRIBUTION' })
  return [line('cdk', cdkDeployArgs(stage, yes)), ...[...files, invalidate, wait('INVALIDATION'), ...last, deletion(stage, 'FUNCTION', 'OLD')].map((args) => line('aws', args))]
}

/**
 * Makes the calls, one process at a time. The site changes only after the stacks are deployed and its pages are rendered from their
 * answers, read by CloudFront's own name, because the domain may not point to it yet. Returns the site's address and its faults. On failure
 * the last line says what was changed.
 */
export async function rollout(stage, site, { yes = false, fewer = false, built = false, 'take-over': takeOver = false, program = cdk, pages = cloudPages(stage), render = publish, releases = storedReleases, checkSite = smoke } = {}) {
  const note = failureNote('Nothing was changed.')
  const bucket = outputsOf(stage).AssetsBucket // unset before the first deployment, of which CloudFormation allows only one at a time
  let stageLock = bucket && lock(bucket, { takeOver })
  if (bucket) releases.begin(stage, bucket, built)
  else allowRetry(stage)
  note.set('Some stacks may be deployed; the site is unchanged. Deploy again.')
  await run(node(), [program, ...cdkDeployArgs(stage, yes)], { env: { CDK_DISABLE_CLI_TELEMETRY: 'true' } })
  note.set('The stacks are deployed; the site is unchanged. Deploy again.')
  const { AssetsBucket, DistributionID, DistributionDomain, SiteURL, APIEndpoint } = outputsOf(stage)
  if (!AssetsBucket) fail('The stack has no output AssetsBucket.')
  if (!stageLock) {
    stageLock = lock(AssetsBucket, { takeOver })
    releases.begin(stage, AssetsBucket, built)
  }
  console.log('• Rendering the pages')
  const { removed } = await render(`https://${DistributionDomain}`, pages, { before: bucketReader(AssetsBucket), fewer })
  stageLock.check()
  console.log('• Uploading the site and its pages')
  note.set('The stacks are deployed, and the site is deployed in part. Deploy again.')
  await upload({ site, pages, removed, bucket: AssetsBucket, distribution: DistributionID })
  note.set('The stacks and the site are deployed; npm run rollback does not know this release. Deploy again.')
  releases.store(stage, AssetsBucket)
  note.set('The stacks and the site are deployed.')
  stageLock.release()
  console.log('• Deleting old versions of the functions')
  try {
    prune(stage)
  } catch (error) {
    console.error(`Not all could be deleted; the next deployment tries again. ${errorText(error)}`)
  }
  console.log('• Checking the site')
  const faults = await checkSite(SiteURL, DistributionDomain, APIEndpoint)
  note.clear()
  return { at: SiteURL, faults }
}
