// Manages the secrets of a stage. A value never appears on a command line or in a message.
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { readArguments } from './arguments.mjs'
import { UserError, fail, errorText } from './build.mjs'
import { aws, chooseStage, requireStage, secretsOf, stackOf, stageOption, stages } from './stages.mjs'

const examplePattern = /example|sandbox|of_the_brand|change.?me|^(.)\1*$/i

/** Returns the fault of a Stripe key, if any. It calls Stripe: the key must be able to read payments and refunds. */
async function faultOfStripe(value, { stripePublishableKey }, fetchFn) {
  const mode = /^pk_(test|live)_/.exec(stripePublishableKey)?.[1]
  if (!new RegExp(`^[sr]k_${mode}_\\w{8,}$`).test(value)) return `it is not a secret key of Stripe's ${mode} mode, in which stripePublishableKey of cdk.json is`
  for (const resource of ['payment_intents', 'refunds', 'disputes']) {
    const { status } = await fetchFn(`https://api.stripe.com/v1/${resource}?limit=1`, { headers: { Authorization: `Bearer ${value}` } }).catch((error) => ({ status: error.cause?.code ?? error.message }))
    if (status === 401) return 'Stripe does not know it: it was revoked or mistyped'
    if (status === 403) return `Stripe does not let it read ${resource}: give it the rights of docs/deploy.md, "Keys"`
    if (status !== 200) return `Stripe cannot be reached (${status}): try again`
  }
}

const longEnough = async (value) => (value.length < 32 ? 'it has at least 32 characters' : undefined)

/** Each provider of the stage has a secret: Apple's is a private key. */
async function faultOfSocial(value, { social = {} }) {
  let secrets
  try {
    secrets = JSON.parse(value)
  } catch {
    return 'it is not JSON'
  }
  const missing = Object.keys(social).find((id) => typeof secrets[id] !== 'string' || secrets[id].length < 16)
  if (missing) return `the secret of ${missing} is missing`
  if (social.apple && !/^-----BEGIN PRIVATE KEY-----\n/.test(secrets.apple)) return 'the secret of apple is not a private key (the content of its .p8 file)'
}

const signingKeys = async (value) => (value.split(',').some((one) => one.length < 16) ? 'each of them has at least 16 characters, with a comma between two' : undefined)

/** The check of each secret's value: it returns the fault. */
const rules = {
  STRIPE_SECRET_KEY: faultOfStripe,
  STRIPE_WEBHOOK_SECRET: async (value) => (value.split(',').some((one) => !/^whsec_\w{16,}$/.test(one)) ? 'it is not the signing secret of a webhook endpoint of Stripe (whsec_…), or two of them with a comma between' : undefined),
  KITCHEN_SECRETS: signingKeys,
  DESK_SECRETS: signingKeys,
  SESSION_SECRET: longEnough,
  SOCIAL_SECRETS: faultOfSocial,
  CODES_SECRET: longEnough,
  GUEST_SECRET: longEnough,
}

/** Secrets that a stage needs only with the named setting of cdk.json. */
const optional = { SOCIAL_SECRETS: 'social', DESK_SECRETS: 'deskUrl' }

/** Returns the fault of a secret's value, or undefined. */
export async function faultOf(name, value, stage, fetchFn = fetch) {
  if (!value) return optional[name] && !stages[stage][optional[name]] ? undefined : 'it is missing'
  if (examplePattern.test(value)) return 'it is an example'
  return rules[name](value, stages[stage], fetchFn)
}

/** Checks all secrets of a stage: [name, fault]. */
export async function check(stage, fetchFn) {
  const values = secretsOf(stage, Object.keys(rules))
  return Promise.all(Object.keys(rules).map(async (name) => [name, await faultOf(name, values[name], stage, fetchFn)]))
}

/** Stores a value. It passes the value through a pipe. GUEST_SECRET is never replaced: guests' orders would not be found again. */
export async function put(stage, name, value, fetchFn) {
  const fault = await faultOf(name, value, stage, fetchFn)
  if (fault) throw new UserError(`${name} was not changed: ${fault}.`)
  const overwrites = name === 'GUEST_SECRET' ? [] : ['--overwrite']
  aws(['ssm', 'put-parameter', '--name', `/ordering-${stage}/${name}`, '--type', 'SecureString', '--key-id', `alias/ordering-${stage}`, ...overwrites, '--value', 'file:///dev/stdin'], value)
}

/** Reads a line from standard input, without echo on a terminal. */
async function readSecret(name) {
  const echo = (how) => process.stdin.isTTY && spawnSync('stty', [how], { stdio: 'inherit' })
  if (process.stdin.isTTY) process.stderr.write(`${name} (it is not shown): `)
  echo('-echo')
  try {
    for await (const line of createInterface({ input: process.stdin })) return line.trim()
  } finally {
    echo('echo')
  }
  return ''
}

if (process.argv[1] === import.meta.filename) {
  const { stage, name } = readArguments({
    description:
      'Checks that each secret of a stage exists and is valid, Stripe keys by a call to Stripe. ' +
      'With NAME, it first reads a value from standard input, checks it and stores it.',
    positionals: { '[NAME]': Object.keys(rules) },
    options: stageOption,
  })
  chooseStage(requireStage(stage))
  try {
    stackOf(stage) // it has the key that encrypts them
    if (name) await put(stage, name, await readSecret(name))
    const all = await check(stage)
    for (const [one, fault] of all) console.log(`${fault ? '✗' : '✓'} ${one}${fault ? `: ${fault}` : ''}`)
    if (!name && all.some(([, fault]) => fault)) fail(`npm run secrets -- --stage ${stage} NAME stores a secret from standard input. Functions read it within five minutes.`)
  } catch (error) {
    fail(errorText(error))
  }
}
