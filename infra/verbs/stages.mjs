// The stages of cdk.json, and what AWS knows of one. AWS's own command line asks.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Advice, fail, root, told } from './build.mjs'

export const { stages } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context

/** The option of verbs that work on this machine or on a stage. */
export const stageOption = { 'stage=STAGE': `a stage of cdk.json, on AWS: ${Object.keys(stages).join(', ')}` }

/** From here on a stage is meant: the site is built for its brand, and AWS is asked in its region. Without one it is the store of this machine. */
export function choose(stage) {
  if (stage === undefined) return
  if (!stages[stage]) fail(`There is no stage ${stage}: there are ${Object.keys(stages).join(', ')}.`)
  const { brand, region = 'us-east-1' } = stages[stage]
  if (brand) process.env.BRAND = String(brand)
  else delete process.env.BRAND
  process.env.AWS_REGION = process.env.AWS_DEFAULT_REGION = region
}

/** Returns the stage of a verb that cannot do without one. */
export const needed = (stage) => stage ?? fail(`--stage is missing: one of ${Object.keys(stages).join(', ')}.`)

/** Returns what AWS's command line prints. A failure is an Advice with AWS's own words. An input comes through a pipe, for Node's own cannot be opened as /dev/stdin. */
export function aws(args, input) {
  const [program, words] = input === undefined ? ['aws', args] : ['sh', ['-c', 'cat | aws "$@"', 'aws', ...args]]
  const { error, status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', input, maxBuffer: 2 ** 28 })
  if (status === 0) return stdout
  if (error?.code === 'ENOENT') throw new Advice('This needs AWS’s own command line, `aws`: install it from aws.amazon.com/cli and sign in.')
  throw new Advice(`aws ${args.slice(0, 2).join(' ')} failed: ${stderr?.trim() || error}`)
}

/** Returns AWS's answer to a call. */
export const ask = (...args) => JSON.parse(aws([...args, '--output', 'json']))

/** What CloudFormation tells of a stage's stack; nothing where there is no such stack. */
function described(stage) {
  try {
    return ask('cloudformation', 'describe-stacks', '--stack-name', `ordering-${stage}`).Stacks[0]
  } catch (error) {
    if (/ does not exist/.test(error.message)) return {}
    throw error
  }
}

/** The outputs of a stage's stack; none where there is no such stack. */
export const outputsOf = (stage) => Object.fromEntries((described(stage).Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]))

/** Turns off the protection of a stack whose first deployment failed: cdk deletes such a stack, and CloudFormation refuses to delete a protected one. */
export function retryable(stage) {
  const { StackName, StackStatus, EnableTerminationProtection } = described(stage)
  if (/^ROLLBACK_(COMPLETE|FAILED)$/.test(StackStatus) && EnableTerminationProtection) aws(['cloudformation', 'update-termination-protection', '--no-enable-termination-protection', '--stack-name', StackName])
}

/** Fails unless AWS is called in the account of the stage. */
export function checkAccount(stage) {
  const { Account } = ask('sts', 'get-caller-identity')
  const { account } = stages[stage]
  if (Account !== account) throw new Advice(`You are signed in to the AWS account ${Account}; cdk.json has the stage ${stage} in ${account}. Sign in to that account, or correct "account". Nothing was changed.`)
}

/** The outputs of a stage's stack. It fails in another account, and where the stack does not stand. */
export function stackOf(stage) {
  checkAccount(stage)
  const outputs = outputsOf(stage)
  if (!outputs.TableName) throw new Advice(`There is no stack ordering-${stage} in ${process.env.AWS_REGION}, or its first deployment was not finished. Nothing was changed.`)
  return outputs
}

/** The secrets of a stage by their names. One that is missing is not among them. */
export function secretsOf(stage, names) {
  const path = `/ordering-${stage}/`
  const { Parameters } = ask('ssm', 'get-parameters', '--with-decryption', '--names', ...names.map((name) => path + name))
  return Object.fromEntries(Parameters.map(({ Name, Value }) => [Name.slice(path.length), Value]))
}

/** What a program finds in its environment to work on the table of a stage: credentials, the table and these secrets. Without a stage nothing. */
export const environmentOf = (stage, names = []) => (stage ? advised(() => environment(stage, names)) : {})

function environment(stage, names) {
  const { TableName } = stackOf(stage)
  const secrets = names.length > 0 ? secretsOf(stage, names) : {}
  const missing = names.filter((name) => !secrets[name])
  if (missing.length > 0) throw new Advice(`${stage} lacks ${missing.join(', ')}: npm run secrets -- --stage ${stage}. Nothing was changed.`)
  const { AccessKeyId, SecretAccessKey, SessionToken } = JSON.parse(aws(['configure', 'export-credentials']))
  return { ...secrets, TABLE: TableName, KITCHEN_URL: stages[stage].kitchenUrl, AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey, AWS_SESSION_TOKEN: SessionToken }
}

/** Does the work. An Advice ends the verb. */
export function advised(work) {
  try {
    return work()
  } catch (error) {
    fail(told(error))
  }
}

/** What cdk.json and the demo brands show as examples: names that RFC 2606 reserves, the account of AWS's documents, made-up keys and zones. */
const example = /(^|[./@])example(\.(com|net|org))?(:\d+)?(\/|$)|^Z0+$|_of_the_brand$|:123456789012:|^123456789012$/

/** The address that the mails of a brand come from. */
export function mailFromOf({ brand = 3 }) {
  const brands = join(root, 'shared', 'brand', 'brands')
  const read = (...path) => JSON.parse(readFileSync(join(brands, ...path), 'utf8'))
  return read(readdirSync(brands).find((name) => read(name, 'brand.json').id === brand), 'ordering.json').mailFrom
}

/** Fails where settings of a stage are examples still, or are missing. */
export function checkSettings(stage) {
  const { account = '', ...settings } = stages[stage]
  const all = { account, ...settings, ...(settings.domain && { 'mailFrom of the brand': mailFromOf(settings) }) }
  const wrong = Object.entries(all).filter(([name, value]) => example.test(value) || (name === 'account' && !value))
  if (wrong.length > 0) throw new Advice(`Settings of the stage ${stage} in cdk.json are examples or missing. Nothing was changed.\n${wrong.map(([name, value]) => `  ${name}: ${value}`).join('\n')}`)
}
