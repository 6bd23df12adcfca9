import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type accountMail from '../../locales/en/account-mail.json'
import type calendar from '../../locales/en/calendar.json'
import type formMail from '../../locales/en/form-mail.json'
import type mail from '../../locales/en/mail.json'
import { own } from '../src/brand/big-deal-burger/words'
import type { TextKey } from '../src/i18n/textKeys'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Plurals have a suffix: "cart.items_one" is a form of "cart.items". */
type WithoutPlural<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'many' | 'other'}` ? Base : Key
/** Keys of the pages, the calendar file and the mails. */
export type Key =
  | WithoutPlural<TextKey>
  | `calendar.${keyof typeof calendar}`
  | `mail.${keyof typeof mail}`
  | `account-mail.${keyof typeof accountMail}`
  | `form-mail.${keyof typeof formMail}`
type Values = Record<string, string | number | RegExp>

/** Texts of the site in a language by key, so that a journey runs in each language. */
export interface TextPatterns {
  /** Returns a pattern for a complete name. Placeholders and counts match anything unless a value is given. */
  (key: Key, values?: Values): RegExp
  /** Returns a pattern for a part of a text. */
  part(key: Key, values?: Values): RegExp
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
const pattern = (value: string | number | RegExp) =>
  value instanceof RegExp ? value.source.replaceAll(/^\^|\$$/g, '') : literal(String(value))

const valuesOf = (folder: string) =>
  readdirSync(join(root, folder)).flatMap((file) => Object.values<string>(read(`${folder}/${file}`)))

/** Returns all names and descriptions of the seeded menu in a language. */
function menuTexts(value: unknown, locale: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'en' in value && locale in value ? [String(value[locale as keyof typeof value])] : []
  return [...own, ...Object.values(value).flatMap((part) => menuTexts(part, locale))]
}

/** Returns texts of the site and menu that exist in English and not in French: on a French page they are untranslated. */
export function englishOnlyTexts(): ReadonlySet<string> {
  const menu = read('infra/seed/menu.json')
  const texts = (locale: string) => [...valuesOf(`locales/${locale}`), ...menuTexts(menu, locale)]
  const french = new Set(texts('fr-ca'))
  // The country has the same name in both.
  return new Set(texts('en').filter((text) => !french.has(text) && text !== 'Canada'))
}

/** Returns the texts for "en", "en-ca" (the same as "en" except for formats) or "fr-ca". */
export function textsIn(locale: string): TextPatterns {
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
    if (forms.length === 0) throw new Error(`${locale} has no text ${key}`)
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
  // On the page a problem's text ends with a period.
  const end = (key: Key) => (key.startsWith('problem.') ? '\\.?' : '')
  const exact = (key: Key, values: Values = {}) => new RegExp(`^${source(key, values)}${end(key)}$`)
  return Object.assign(exact, { part: (key: Key, values: Values = {}) => new RegExp(source(key, values)) })
}

/** Returns the locale of the current page. */
export function localeOf(page: Page): 'en' | 'en-ca' | 'fr-ca' {
  const { pathname } = new URL(page.url())
  return pathname.startsWith('/ca/fr-ca') ? 'fr-ca' : pathname.startsWith('/ca') ? 'en-ca' : 'en'
}

interface Named {
  id: string
  name: Record<string, string>
}

/** Returns the seeded menu's name of a dish, modifier or group. */
export type MenuName = (id: string) => string

export function menuNamesIn(locale: string): MenuName {
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
