import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const locales = join(root, 'locales/en')

function sources(folder: string, ending: RegExp): string {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((e) => e.isFile() && ending.test(e.name) && !/[._]test\.\w+$/.test(e.name))
    .map((e) => readFileSync(join(e.parentPath, e.name), 'utf8'))
    .join('\n')
}

const quoted = (literal: string) => literal.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')

/** Converts templates such as `app.tag-${tag}` to patterns of the keys that they can produce. */
const templates = (source: string) =>
  [...source.matchAll(/`([a-z]+\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template = '']) =>
      new RegExp(
        `^${template
          .split(/\$\{[^}]*\}/)
          .map(quoted)
          .join('([\\w-]+)')}$`,
      ),
  )

const data = sources('spa/src', /\.json$/) // layers of burgers
const site = sources('spa/src', /\.tsx?$/) + sources('spa/pay', /\.ts$/)
const keyPatterns = templates(site)
/** Possible values in templates: every word that the site contains as a string or identifier. */
const words = new Set([
  ...[...(site + data).matchAll(/['"]([\w-]+)['"]/g)].map(([, word]) => word),
  ...[...site.matchAll(/(?<![\w-])([\w-]+)\??:/g)].map(([, word]) => word),
])
const matchesTemplate = (key: string) =>
  keyPatterns.some((m) =>
    m
      .exec(key)
      ?.slice(1)
      .every((word) => words.has(word)),
  )
const build = readFileSync(join(root, 'spa/vite.config.ts'), 'utf8')
const mails = sources('functions/notify', /\.(go|html|txt)$/)
const accounts = mails + sources('shared/customer', /\.go$/)
const documents = sources('functions/orders', /\.go$/)
const pdfSources = sources('infra/verbs/pdf', /\.mjs$/)

/** Reports whether a text is used, by its full key or by a template. */
function isUsed(namespace: string, key: string): boolean {
  if (namespace === 'problem') return true // tested with the catalogue of problems
  if (['mail', 'form-mail', 'desk-mail'].includes(namespace)) {
    const suffixStart = key.lastIndexOf('-') + 1
    return (
      mails.includes(`"${key}"`) ||
      mails.includes(`of("${key.slice(suffixStart)}")`) ||
      mailPrefixes.some((h) => key.startsWith(h))
    )
  }
  if (namespace === 'account-mail') {
    const part = key.slice(key.lastIndexOf('-') + 1)
    const ofAKind =
      mails.includes(`of("${part}")`) && accounts.includes(`"${key.slice(0, -part.length - 1)}"`)
    return ofAKind || mails.includes(`Say("${key}"`)
  }
  if (namespace === 'calendar') return documents.includes(`"${key}"`)
  if (namespace === 'paper') return pdfSources.includes(`'paper', '${key}'`)
  const full = `${namespace}.${key}`
  return site.includes(`'${full}'`) || matchesTemplate(full) || build.includes(`['${key}']`)
}

const mailPrefixes = [...mails.matchAll(/Say\("([a-z]+-)" ?\+/g)].map(([, prefix = '']) => prefix)

test.each(readdirSync(locales))('every key of %s is used', (file) => {
  const namespace = file.slice(0, -extname(file).length)
  const keys = Object.keys(JSON.parse(readFileSync(join(locales, file), 'utf8')))
  const unused = keys.filter((key) => !isUsed(namespace, key.replace(/_(zero|one|many|other)$/, '')))
  expect(unused).toEqual([])
})

test('an unused key is found', () => {
  expect(isUsed('app', 'skip')).toBe(true)
  expect(isUsed('app', 'tag-new')).toBe(true)
  for (const namespace of ['app', 'home', 'food', 'curbside', 'card', 'tax'])
    expect(isUsed(namespace, 'unused-key'), namespace).toBe(false)
  expect(isUsed('mail', 'unused-key')).toBe(false)
  expect(isUsed('form-mail', 'unused-key')).toBe(false)
  expect(isUsed('calendar', 'unused-key')).toBe(false)
})
