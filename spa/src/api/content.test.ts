import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeWith } from '../renderAt'
import { omitEmpty } from './graphql'

const schema = readFileSync(join(import.meta.dirname, '../../../functions/content/schema.graphql'), 'utf8')

/** Returns the fields of a type in the schema, with their types. */
function fieldsOf(type: string): Map<string, string> {
  const [, body = ''] = new RegExp(`type ${type} \\{([^}]*)\\}`).exec(schema) ?? []
  return new Map(
    [...body.matchAll(/^ {2}(\w+)(?:\([^)]*\))?: [[\]!]*(\w+)/gm)].map(([, name = '', of = '']) => [
      name,
      of,
    ]),
  )
}

/** Returns the selected fields that the schema does not have. Fields are words; a nested selection follows in braces. */
function unknown(words: string[], type: string): string[] {
  const fields = fieldsOf(type)
  const missing: string[] = []
  for (let word = words.shift(); word && word !== '}'; word = words.shift()) {
    const of = fields.get(word)
    if (!of) missing.push(`${type}.${word}`)
    if (words[0] === '{') {
      words.shift()
      missing.push(...unknown(words, of ?? ''))
    }
  }
  return missing
}

/** Returns the text of every GraphQL query that the site sends. */
async function queries(): Promise<string[]> {
  const sent: string[] = []
  const { api } = await import('./api')
  await Promise.all([import('./content'), import('./siteFrame')])
  const before = globalThis.fetch
  globalThis.fetch = (async (request: Request) => {
    sent.push(JSON.parse(await request.text()).query)
    return new Response('{"data":{}}')
  }) as typeof fetch
  const store = storeWith()
  const endpoints = api.endpoints as unknown as Record<string, { initiate: (args: object) => never }>
  const asked = ['navigation', 'footer', 'page', 'pages', 'posts', 'post', 'promos']
  await Promise.all(asked.map((name) => store.dispatch(endpoints[name]!.initiate({ locale: 'en' }))))
  globalThis.fetch = before
  return sent
}

test('every query matches the schema and the limits of the function', async () => {
  const all = await queries()
  expect(all).toHaveLength(7)
  for (const query of all) {
    expect(query.length).toBeLessThan(4096)
    const selection = query.slice(query.indexOf('{') + 1).replaceAll(/\([^)]*\)/g, '')
    expect(unknown(selection.match(/\w+|[{}]/g) ?? [], 'Query'), query).toEqual([])
  }
  expect(unknown('page { title secret }'.match(/\w+|[{}]/g) ?? [], 'Query')).toEqual(['Page.secret'])
})

test('empty fields are removed from an answer', () => {
  const page = {
    title: 'A',
    kicker: '',
    picture: null,
    blocks: [
      { kind: 'LIST', level: 0, ordered: false, items: [[{ text: 'a', strong: true, href: '' }]], rows: [] },
    ],
  }
  expect(omitEmpty(page)).toEqual({
    title: 'A',
    blocks: [{ kind: 'LIST', items: [[{ text: 'a', strong: true }]] }],
  })
  expect(omitEmpty(null)).toBe(null)
})
