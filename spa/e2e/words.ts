import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type calendar from '../../locales/en/calendar.json'
import type mail from '../../locales/en/mail.json'
import { own } from '../src/brand/big-deal-burger/words'
import type english from '../src/i18n/en'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Plurals are told apart by the end of their key: "cart.items_one" is a word of "cart.items". */
type Whole<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'many' | 'other'}` ? Base : Key
/** Those of the pages, and those of the calendar's file and of the mails. */
export type Key =
  | Whole<keyof typeof english & string>
  | `calendar.${keyof typeof calendar}`
  | `mail.${keyof typeof mail}`
type Values = Record<string, string | number | RegExp>

/** What the site says in a language, by the key of the words: a journey is written once and taken in each of them. */
export interface Say {
  /** A pattern for all of a name. What stands in brackets may be anything, unless its value is given; so may a count. */
  (key: Key, values?: Values): RegExp
  /** The same for a part of a text. */
  part(key: Key, values?: Values): RegExp
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
const pattern = (value: string | number | RegExp) =>
  value instanceof RegExp ? value.source.replaceAll(/^\^|\$$/g, '') : literal(String(value))

const valuesOf = (folder: string) =>
  readdirSync(join(root, folder)).flatMap((file) => Object.values<string>(read(`${folder}/${file}`)))

/** What the menu of the seed says in a language, in all of its names and descriptions. */
function saidByMenu(value: unknown, locale: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'en' in value && locale in value ? [String(value[locale as keyof typeof value])] : []
  return [...own, ...Object.values(value).flatMap((part) => saidByMenu(part, locale))]
}

/** Whole texts of the site and of its menu that English has and French has not: whoever says one on a French page left it English. */
export function leftEnglish(): ReadonlySet<string> {
  const menu = read('infra/seed/menu.json')
  const said = (locale: string) => [...valuesOf(`locales/${locale}`), ...saidByMenu(menu, locale)]
  const french = new Set(said('fr-ca'))
  // A country has one name in both.
  return new Set(said('en').filter((text) => !french.has(text) && text !== 'Canada'))
}

/** The words of the site in "en", "en-ca" (which is "en" but for its formats) or "fr-ca". */
export function wordsOf(locale: string): Say {
  const folder = `locales/${locale === 'fr-ca' ? locale : 'en'}`
  const words: Record<string, string> = {}
  for (const file of readdirSync(join(root, folder)))
    for (const [key, word] of Object.entries<string>(read(`${folder}/${file}`)))
      words[`${file.replace('.json', '')}.${key}`] = word
  Object.assign(words, own[locale === 'fr-ca' ? locale : 'en'])

  const source = (key: string, values: Values) => {
    const forms = Object.keys(words).filter(
      (k) => k === key || k.replace(/_(zero|one|many|other)$/, '') === key,
    )
    if (forms.length === 0) throw new Error(`nothing is said by ${key} in ${locale}`)
    const patterns = forms.map((form) =>
      words[form]!.split(/(\[[\w-]+\])/)
        .map((part, i) => {
          const value = values[part.slice(1, -1)]
          return i % 2 === 0 ? literal(part) : value === undefined ? '.+' : pattern(value)
        })
        .join(''),
    )
    return `(?:${patterns.join('|')})`
  }
  // On the page the text of a problem ends as a sentence does.
  const end = (key: Key) => (key.startsWith('problem.') ? '\\.?' : '')
  const say = (key: Key, values: Values = {}) => new RegExp(`^${source(key, values)}${end(key)}$`)
  return Object.assign(say, { part: (key: Key, values: Values = {}) => new RegExp(source(key, values)) })
}

/** The locale of the site that the page shows. */
export function localeOf(page: Page): 'en' | 'en-ca' | 'fr-ca' {
  const { pathname } = new URL(page.url())
  return pathname.startsWith('/ca/fr-ca') ? 'fr-ca' : pathname.startsWith('/ca') ? 'en-ca' : 'en'
}

interface Named {
  id: string
  name: Record<string, string>
}

/** What the menu of the seed calls a dish, a choice or a group of choices. */
export type Call = (id: string) => string

export function menuIn(locale: string): Call {
  const { items, modifierGroups }: { items: Named[]; modifierGroups: (Named & { modifiers: Named[] })[] } =
    read('infra/seed/menu.json')
  const names = new Map(
    [...items, ...modifierGroups, ...modifierGroups.flatMap(({ modifiers }) => modifiers)].map(
      ({ id, name }) => [id, name[locale] ?? name.en!],
    ),
  )
  return (id) => {
    const name = names.get(id)
    if (!name) throw new Error(`${id} is not on the menu of the seed`)
    return name
  }
}
