// Parses a script's arguments. A script declares its arguments once; --help and the errors follow from the declaration.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, root } from './build.mjs'

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
  const named = Object.entries(words).map(([word, about]) => {
    const name = word.replace(/[[\].]/g, '')
    return { word, key: name.toLowerCase(), optional: word.startsWith('['), many: word.includes('...'), choices: Array.isArray(about) ? about : /^[a-z]+$/.test(word) && [word], about }
  })
  const flags = Object.entries(options).map(([flag, about]) => ({ flag: `--${flag}`, name: flag.split('=')[0], valued: flag.includes('='), about }))
  const usage = ['npm run', verbName(), ...(named.length + flags.length ? ['--'] : []), ...named.map(({ word }) => word), ...flags.map(({ flag }) => `[${flag}]`)].join(' ')
  const refuse = (why) => fail(`${why}\n\n${usage}\n--help explains it.`)
  if (argv.includes('--help') || argv.includes('-h')) {
    const rows = [...named.map(({ word, about }) => [word, Array.isArray(about) ? `one of ${about.join(', ')}` : about]), ...flags.map(({ flag, about }) => [flag, about]), ...Object.entries(env)]
    const width = Math.max(0, ...rows.map(([name]) => name.length))
    console.log([usage, '', does, ...(rows.length ? [''] : []), ...rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)].join('\n'))
    process.exit(0)
  }
  if (passOn) return { rest: argv }
  let read
  try {
    read = parseArgs({ args: argv, allowPositionals: true, options: Object.fromEntries(flags.map(({ name, valued }) => [name, { type: valued ? 'string' : 'boolean' }])) })
  } catch (error) {
    refuse(`${error.message.split('. ')[0]}.`)
  }
  const { values, positionals } = read
  // Without -- npm takes an option for itself, and the script would run without it.
  const kept = flags.find(({ name }) => values[name] === undefined && process.env[`npm_config_${name.replaceAll('-', '_')}`])
  if (kept) refuse(`npm keeps ${kept.flag} to itself: write -- before the arguments.`)
  const found = { ...values }
  for (const { word, key, optional, many, choices, about } of named) {
    const given = many ? positionals.splice(0) : positionals.shift()
    if (!optional && !given?.length) refuse(`${word} is missing${Array.isArray(about) ? `: one of ${about.join(', ')}` : ''}.`)
    const wrong = choices && [given ?? []].flat().find((one) => !choices.includes(one))
    if (wrong !== undefined && wrong !== false) refuse(choices === about ? `There is no ${key} ${wrong}: there are ${choices.join(', ')}.` : `Unknown argument ${wrong}: ${word} is meant.`)
    found[key] = given
  }
  if (positionals.length) refuse(`Unknown argument ${positionals.join(' ')}.`)
  return found
}

/** Returns the script's name in package.json. */
function verbName() {
  const file = basename(process.argv[1])
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(scripts).find((name) => scripts[name] === `node infra/verbs/${file}`) ?? file
}
