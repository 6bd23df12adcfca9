// Checks that no comment, document and name of a Go test has a banned phrase, and that no folder gets more lines over 140 columns than
// prose.json counts. --shrink lowers the counts in prose.json to what is left.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { fail, root } from './build.mjs'

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

const { shrink } = readArguments({
  description: 'Checks comments and documents for banned phrases, and files for long lines.',
  options: { shrink: 'lowers prose.json to the counts of today' },
})

/** Returns the part of a line that is prose: a whole line of a document, the comment of a line of code, the words of a Go test's name. */
function proseOf(file, line) {
  if (documents.test(file)) return line
  const test = line.match(/^func (Test\w+)/)?.[1]
  if (test) return test.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=A)(?=[A-Z][a-z])/g, ' ')
  return line.match(/^\s*(?:\/\/|\/?\*)(.*)|\s\/\/ (.*)$/)?.slice(1).find(Boolean) ?? ''
}

const faults = []
const long = {} // lines by folder
const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
for (const file of list.split('\n')) {
  if (generated.test(file) || !(documents.test(file) || sources.test(file)) || !existsSync(join(root, file))) continue // or just deleted
  for (const [n, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const phrase = proseOf(file, line).match(banned)?.[0]
    if (phrase) faults.push(`${file}:${n + 1}: "${phrase}"`)
    if (sources.test(file) && [...line].length > longest) long[dirname(file)] = (long[dirname(file)] ?? 0) + 1
  }
}

const path = join(import.meta.dirname, 'prose.json')
const allowed = JSON.parse(readFileSync(path, 'utf8'))
for (const [folder, count] of Object.entries(long)) {
  if (count > (allowed[folder] ?? 0)) faults.push(`${folder}: ${count} lines over ${longest} columns, at most ${allowed[folder] ?? 0} allowed`)
}
if (shrink) {
  const least = Object.entries(allowed).flatMap(([folder, most]) => (long[folder] ? [[folder, Math.min(most, long[folder])]] : []))
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(least), null, 1)}\n`)
}
if (faults.length) fail(`${faults.join('\n')}\nWrite these lines in plain words, or break them.`)
