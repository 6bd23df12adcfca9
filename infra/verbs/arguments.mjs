// Parses a script's arguments. A script declares its arguments once; --help and the errors follow from the declaration.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from './build.mjs'

/**
 * Returns the arguments by their names in lower case: { stage: 'dev', plan: true }. It prints the usage for --help, and ends the process
 * with a message if an argument is unknown, missing or superfluous.
 *
 * - does: what the script does.
 * - words: { STAGE: 'description' } in order, or a list of allowed values. '[STAGE]' is optional, '[PART...]' takes any number, 'new' in
 *   small letters is a literal.
 * - options: { plan: 'description', 'brand=ID': 'description of an option with a value' }.
 * - env: { PORT: 'description' }, only for the help.
 * - passOn: true if another program parses all arguments but --help: returns { rest: [...] }. The declared ones are only for the help.
 */
export function readArguments({ does, words = {}, options = {}, env = {}, passOn }) {
  const argv = process.argv.slice(2)
  const flags = Object.keys(options).map((flag) => `[--${flag}]`)
  const script = process.env.npm_lifecycle_event ?? basename(process.argv[1])
  const usage = ['npm run', script, ...(Object.keys({ ...words, ...options }).length ? ['--'] : []), ...Object.keys(words), ...flags].join(' ')
  const refuse = (why) => fail(`${why}\n\n${usage}\n--help explains it.`)
  if (argv.includes('--help') || argv.includes('-h')) {
    const named = Object.entries(words).map(([word, about]) => [word, Array.isArray(about) ? `one of ${about.join(', ')}` : about])
    const rows = [...named, ...Object.entries(options).map(([flag, about]) => [`--${flag}`, about]), ...Object.entries(env)]
    const width = Math.max(0, ...rows.map(([name]) => name.length))
    console.log([usage, '', does, ...(rows.length ? [''] : []), ...rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)].join('\n'))
    process.exit(0)
  }
  if (passOn) return { rest: argv }
  const kinds = Object.keys(options).map((flag) => [flag.split('=')[0], { type: flag.includes('=') ? 'string' : 'boolean' }])
  let read
  try {
    read = parseArgs({ args: argv, allowPositionals: true, options: Object.fromEntries(kinds) })
  } catch (error) {
    refuse(`${error.message.split('. ')[0]}.`)
  }
  const { values, positionals } = read
  // Without -- npm takes an option for itself, and the script would run without it.
  const kept = kinds.find(([name]) => values[name] === undefined && process.env[`npm_config_${name.replaceAll('-', '_')}`])
  if (kept) refuse(`npm consumed --${kept[0]}: write -- before the arguments.`)
  const found = { ...values }
  for (const [word, about] of Object.entries(words)) {
    const key = word.replace(/[[\].]/g, '').toLowerCase()
    const given = word.includes('...') ? positionals.splice(0) : positionals.shift()
    if (!word.startsWith('[') && !given?.length) refuse(`${word} is missing${Array.isArray(about) ? `: one of ${about.join(', ')}` : ''}.`)
    if (Array.isArray(about) && given !== undefined && !about.includes(given)) refuse(`There is no ${key} ${given}: there are ${about.join(', ')}.`)
    if (/^[a-z]+$/.test(word) && given !== word) refuse(`Unknown argument ${given}: expected ${word}.`)
    found[key] = given
  }
  if (positionals.length) refuse(`Unknown argument ${positionals.join(' ')}.`)
  return found
}
