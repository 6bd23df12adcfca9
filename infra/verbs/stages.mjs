// The stages of cdk.json, and their data on AWS, read with the AWS CLI.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError, fail, root, runProgram, errorText } from './build.mjs'

export const { stages } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context

/** The --stage option, for scripts that work on this machine or on a stage. */
export const stageOption = { 'stage=STAGE': `a stage of cdk.json, on AWS: ${Object.keys(stages).join(', ')}` }

/** Selects a stage: its brand for the build, and its region for AWS. Without a stage the local store is used. */
export function chooseStage(stage) {
  if (stage === undefined) return
  if (!stages[stage]) fail(`There is no stage ${stage}: there are ${Object.keys(stages).join(', ')}.`)
  const { brand, region = 'us-east-1' } = stages[stage]
  if (brand) process.env.BRAND = String(brand)
  else delete process.env.BRAND
  process.env.AWS_REGION = process.env.AWS_DEFAULT_REGION = region
}

/** Returns the stage, and ends the process if it is missing. */
export const requireStage = (stage) => stage ?? fail(`--stage is missing: one of ${Object.keys(stages).join(', ')}.`)

/** Runs the AWS CLI and returns its output, or throws a UserError. Input goes through cat: Node's pipe cannot be opened as /dev/stdin. */
export function aws(args, input) {
  const [program, programArgs] = input === undefined ? ['aws', args] : ['sh', ['-c', 'cat | aws "$@"', 'aws', ...args]]
  const { error, status, stdout, stderr } = spawnSync(program, programArgs, { encoding: 'utf8', input, maxBuffer: 2 ** 28 })
  if (status === 0) return stdout
  if (error?.code === 'ENOENT') throw new UserError('This needs AWS’s own command line, `aws`: install it from aws.amazon.com/cli and sign in.')
  throw new UserError(`aws ${args.slice(0, 2).join(' ')} failed: ${stderr?.trim() || error}`)
}

/** Returns the JSON answer of an AWS call. */
export const awsJSON = (...args) => JSON.parse(aws([...args, '--output', 'json']))

/** Returns an object of a bucket, { text, etag }; undefined if it does not exist. S3 also denies a missing one without s3:ListBucket. */
export function objectIn(bucket, key) {
  const folder = mkdtempSync(join(tmpdir(), 'object-'))
  const file = join(folder, 'object')
  try {
    const { ETag } = awsJSON('s3api', 'get-object', '--bucket', bucket, '--key', key, file)
    return { text: readFileSync(file, 'utf8'), etag: ETag }
  } catch (error) {
    if (!error.message.includes('(NoSuchKey)')) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns CloudFormation's description of a stage's stack, {} if it does not exist. */
function describeStack(stage) {
  try {
    return awsJSON('cloudformation', 'describe-stacks', '--stack-name', `ordering-${stage}`).Stacks[0]
  } catch (error) {
    if (/ does not exist/.test(error.message)) return {}
    throw error
  }
}

/** Returns the outputs of a stage's stack, {} if it does not exist. */
export const outputsOf = (stage) => Object.fromEntries((describeStack(stage).Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]))

/** Removes the termination protection of a stack after its first deployment failed: cdk must delete such a stack before the next try. */
export function allowRetry(stage) {
  const { StackName, StackStatus, EnableTerminationProtection } = describeStack(stage)
  if (/^ROLLBACK_(COMPLETE|FAILED)$/.test(StackStatus) && EnableTerminationProtection) aws(['cloudformation', 'update-termination-protection', '--no-enable-termination-protection', '--stack-name', StackName])
}

/** Throws unless AWS is called in the stage's account. */
export function checkAccount(stage) {
  const { Account } = awsJSON('sts', 'get-caller-identity')
  const { account } = stages[stage]
  if (Account !== account) throw new UserError(`You are signed in to the AWS account ${Account}; cdk.json has the stage ${stage} in ${account}. Sign in to that account, or correct "account". Nothing was changed.`)
}

/** Returns the outputs of a stage's stack. It throws in another account, or if the stack is not deployed. */
export function stackOf(stage) {
  checkAccount(stage)
  const outputs = outputsOf(stage)
  if (!outputs.TableName) throw new UserError(`There is no stack ordering-${stage} in ${process.env.AWS_REGION}, or its first deployment was not finished. Nothing was changed.`)
  return outputs
}

/** Returns the secrets of a stage by name, without missing ones. */
export function secretsOf(stage, names) {
  const path = `/ordering-${stage}/`
  const { Parameters } = awsJSON('ssm', 'get-parameters', '--with-decryption', '--names', ...names.map((name) => path + name))
  return Object.fromEntries(Parameters.map(({ Name, Value }) => [Name.slice(path.length), Value]))
}

/** Returns the environment of a program on a stage's table: credentials, the table and these secrets. Without a stage it is empty. */
export const environmentOf = (stage, names = []) => orFail(() => {
  if (!stage) return {}
  const { TableName, FormFilesBucket } = stackOf(stage)
  const secrets = names.length > 0 ? secretsOf(stage, names) : {}
  const missing = names.filter((name) => !secrets[name])
  if (missing.length > 0) throw new UserError(`${stage} lacks ${missing.join(', ')}: npm run secrets -- --stage ${stage}. Nothing was changed.`)
  const { AccessKeyId, SecretAccessKey, SessionToken } = JSON.parse(aws(['configure', 'export-credentials']))
  return { ...secrets, TABLE: TableName, FORM_FILES: FormFilesBucket, KITCHEN_URL: stages[stage].kitchenUrl, AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey, AWS_SESSION_TOKEN: SessionToken }
})

/**
 * Runs an operator's command on a stage with these of its secrets, on the table that TABLE names, or on the local store. The program
 * resolves a relative path from INIT_CWD, the caller's folder.
 */
export async function operate(command, stage, secrets, args) {
  chooseStage(stage)
  const env = environmentOf(stage, secrets)
  const name = stage || process.env.TABLE ? 'operate' : 'server'
  await runProgram(name, [command, ...args], { env, cwd: process.env.INIT_CWD ?? process.cwd() })
}

/** Runs the work. A UserError ends the process. */
export function orFail(work) {
  try {
    return work()
  } catch (error) {
    fail(errorText(error))
  }
}

/** Example values in cdk.json and the demo brands: names reserved by RFC 2606, the account of AWS's documents, made-up keys and zones. */
const example = /(^|[./@])example(\.(com|net|org))?(:\d+)?(\/|$)|^Z0+$|_of_the_brand$|:123456789012:|^123456789012$/

/** Returns a brand's settings of ordering. */
function orderingOf({ brand = 3 }) {
  const brands = join(root, 'shared', 'brand', 'brands')
  const read = (...path) => JSON.parse(readFileSync(join(brands, ...path), 'utf8'))
  return read(readdirSync(brands).find((name) => read(name, 'brand.json').id === brand), 'ordering.json')
}

/** Returns the sender address of a brand's mails. */
export const mailFromOf = (settings) => orderingOf(settings).mailFrom

/** Returns the addresses of a brand's mails as settings. */
function addressesOf(settings) {
  const { mailFrom, desks } = orderingOf(settings)
  return Object.fromEntries([['mailFrom of the brand', mailFrom], ...Object.entries(desks).map(([topic, address]) => [`desk of the brand for ${topic}`, address])])
}

/** Throws if a stage's settings are examples or missing. */
export function checkSettings(stage) {
  const { account = '', ...settings } = stages[stage]
  const all = { account, ...settings, ...(settings.domain && addressesOf(settings)) }
  const wrong = Object.entries(all).filter(([name, value]) => example.test(value) || (name === 'account' && !value))
  if (wrong.length > 0) throw new UserError(`Settings of the stage ${stage} in cdk.json are examples or missing. Nothing was changed.\n${wrong.map(([name, value]) => `  ${name}: ${value}`).join('\n')}`)
}
