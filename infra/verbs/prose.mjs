// Checks that no folder gets more banned phrases in its comments, documents and names of Go tests, or more lines over 140 columns, than
// prose.json counts. --shrink lowers the counts in prose.json to what is left.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { root } from './build.mjs'

const longest = 140
const phrases = [
  'whoever', 'whomever', 'nobody', 'anybody', 'somebody', 'whose', 'anew', 'told', 'heeds?', 'is none', 'are none', 'of what', 'has it that',
  'says so', 'say so', 'comes? along', 'has become of', 'becomes? of', 'stands? in (?:its|the|their) way', 'who may not', 'as (?:it|they) (?:is|are|stands?)',
  'what (?:is|was|are|were) [^.,;:]{1,60}? (?:is|was|are|were)', 'that is that', 'such as there (?:is|are)', 'for want of', 'nor is',
]
const banned = new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'i')
const documents = /^(?:README\.md|CONTRIBUTING\.md|docs\/.*\.md|.*\/README\.md)$/
const sources = /\.(?:go|ts|tsx|mjs|js)$/
const generated = /(?:^|\/)(?:generated\.ts|records\.go)$|testdata\/|^node_modules\//

const { show, shrink } = readArguments({
  description: 'Checks comments and documents for banned phrases, and files for long lines.',
  options: { show: 'prints each match', shrink: 'lowers prose.json to the counts of today' },
})

/** Returns the part of a line that is prose: a whole line of a document, the comment of a line of code, the words of a Go test's name. */
function proseOf(file, line) {
  if (documents.test(file)) return line
  const test = line.match(/^func (Test\w+)/)?.[1]
  if (test) return test.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=A)(?=[A-Z][a-z])/g, ' ')
  return line.match(/^\s*(?:\/\/|\/?\*)(.*)|\s\/\/ (.*)$/)?.slice(1).find(Boolean) ?? ''
}

const found = {}
for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n')) {
  if (generated.test(file) || !(documents.test(file) || sources.test(file))) continue
  if (!existsSync(join(root, file))) continue // deleted, but not yet staged
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const count = { phrases: 0, long: 0 }
  for (const [n, line] of lines.entries()) {
    const match = proseOf(file, line).match(banned)
    if (match) count.phrases++
    if (sources.test(file) && [...line].length > longest) count.long++
    if (show && match) console.log(`${file}:${n + 1}: "${match[0]}"`)
  }
  if (!count.phrases && !count.long) continue
  found[dirname(file)] ??= { phrases: 0, long: 0 }
  const sum = found[dirname(file)]
  sum.phrases += count.phrases
  sum.long += count.long
}

const path = join(import.meta.dirname, 'prose.json')
const allowed = JSON.parse(readFileSync(path, 'utf8'))
const faults = Object.entries(found).flatMap(([folder, now]) =>
  ['phrases', 'long'].filter((kind) => now[kind] > (allowed[folder]?.[kind] ?? 0)).map((kind) =>
    `${folder}: ${now[kind]} ${kind === 'long' ? `lines over ${longest} columns` : 'lines with a banned phrase'}, at most ${allowed[folder]?.[kind] ?? 0} allowed`))
const least = Object.fromEntries(Object.entries(allowed).filter(([folder]) => found[folder]).map(([folder, count]) =>
  [folder, { phrases: Math.min(count.phrases, found[folder].phrases), long: Math.min(count.long, found[folder].long) }]))
if (shrink) writeFileSync(path, `${JSON.stringify(least, null, 1).replace(/\{\s+("phrases": \d+),\s+("long": \d+)\s+\}/g, '{ $1, $2 }')}\n`)
const total = (kind) => Object.values(found).reduce((sum, count) => sum + count[kind], 0)
console.log(`${total('phrases')} lines with a banned phrase, ${total('long')} over ${longest} columns`)
if (faults.length) {
  console.error(`${faults.join('\n')}\nWrite these lines in plain words, or break them. node infra/verbs/prose.mjs --show names each phrase.`)
  process.exit(1)
}
