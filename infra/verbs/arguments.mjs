// Parses a script's arguments. A script declares its arguments once; --help and the errors follow from the declaration.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from './build.mjs'

/** Returns parsed options as arguments, for a program that parses them again. */
export const optionsOf = (options) => Object.entries(options).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`))

/** The options of the command inbox. */
export const inboxOptions = {
  'kind=KIND': 'of inbox list and export: one kind of form',
  'since=DATE': 'of inbox list and export: received on that day or later, as 2026-11-23',
  all: 'of inbox list: also closed cases, and privacy requests that are not confirmed',
  'out=PATH': 'the new file to write, of inbox file, export and fulfil',
  'note=TEXT': 'of inbox close and fulfil: what was done; it is kept with the case',
}

/**
 * Returns the arguments by their names in lower case: { stage: 'dev', plan: true }. It prints the usage for --help, and ends the process
 * with a message if an argument is unknown, missing or superfluous.
 *
 * - description: what the script does.
 * - positionals: { STAGE: 'description' } in order, or a list of allowed values. '[STAGE]' is optional, '[PART...]' takes any number, 'new'
 *   in small letters is a literal.
 * - options: { plan: 'description', 'brand=ID': 'description of an option with a value' }. One without a description is for package.json
 *   alone: the help does not show it.
 * - env: { PORT: 'description' }, only for the help.
 * - passThrough: true if another program parses all arguments but --help: returns { rest: [...] }. The declared ones are only for the help.
 */
export function readArguments({ description, positionals = {}, options = {}, env = {}, passThrough }) {
  const argv = process.argv.slice(2)
  const explained = Object.entries(options).filter(([, about]) => about)
  const flags = explained.map(([flag]) => `[--${flag}]`)
  const script = process.env.npm_lifecycle_event ?? basename(process.argv[1])
  const shown = [...Object.keys(positionals), ...flags]
  const usage = ['npm run', script, ...(shown.length ? ['--', ...shown] : [])].join(' ')
  const failWithUsage = (message) => fail(`${message}\n\n${usage}\n--help explains it.`)
  if (argv.includes('--help') || argv.includes('-h')) {
    const helpOf = (about) => (Array.isArray(about) ? `one of ${about.join(', ')}` : about)
    const described = Object.entries(positionals).map(([word, about]) => [word, helpOf(about)])
    const rows = [...described, ...explained.map(([flag, about]) => [`--${flag}`, about]), ...Object.entries(env)]
    const width = Math.max(0, ...rows.map(([name]) => name.length))
    console.log([usage, '', description, ...(rows.length ? [''] : []), ...rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)].join('\n'))
    process.exit(0)
  }
  if (passThrough) return { rest: argv }
  const kinds = Object.keys(options).map((flag) => [flag.split('=')[0], { type: flag.includes('=') ? 'string' : 'boolean' }])
  let parsed
  try {
    parsed = parseArgs({ args: argv, allowPositionals: true, options: Object.fromEntries(kinds) })
  } catch (error) {
    failWithUsage(`${error.message.split('. ')[0]}.`)
  }
  const { values, positionals: given } = parsed
  // Without -- npm takes an option for itself, and the script would run without it.
  const consumed = kinds.find(([name]) => values[name] === undefined && process.env[`npm_config_${name.replaceAll('-', '_')}`])
  if (consumed) failWithUsage(`npm consumed --${consumed[0]}: write -- before the arguments.`)
  const result = { ...values }
  for (const [word, about] of Object.entries(positionals)) {
    const key = word.replace(/[[\].]/g, '').toLowerCase()
    const value = word.includes('...') ? given.splice(0) : given.shift()
    const choices = Array.isArray(about) ? `: one of ${about.join(', ')}` : ''
    if (!word.startsWith('[') && !value?.length) failWithUsage(`${word} is missing${choices}.`)
    if (Array.isArray(about) && value !== undefined && !about.includes(value)) failWithUsage(`There is no ${key} ${value}: there are ${about.join(', ')}.`)
    if (/^[a-z]+$/.test(word) && value !== word) failWithUsage(`Unknown argument ${value}: expected ${word}.`)
    result[key] = value
  }
  if (given.length) failWithUsage(`Unknown argument ${given.join(' ')}.`)
  return result
}
