import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { i18n, loadTranslations } from './i18n'
import { textsOf } from './translations.plugin'

const locales = join(import.meta.dirname, '../../../locales')
const words = (locale: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(locales, locale, file), 'utf8'))
const filesOf = (locale: string) => readdirSync(join(locales, locale)).filter((f) => f.endsWith('.json'))
const files = filesOf('en')
const placeholders = (text: string) => [...new Set([...text.matchAll(/\[([a-zA-Z-]+)\]/g)].map((m) => m[1]!))]
const base = (key: string) => key.replace(/_(one|many|other)$/, '')
const namespacesOf = (bundle: object) =>
  new Set(Object.keys(bundle).map((key) => key.slice(0, key.indexOf('.'))))

/** Languages other than English with their texts. Markets without ordering have no order texts. */
const languages = [
  { locale: 'fr-ca', lang: 'fr-CA', bundle: textsOf('fr-ca') },
  { locale: 'pt-br', lang: 'pt-BR', bundle: textsOf('pt-br') },
  { locale: 'ja-jp', lang: 'ja-JP', bundle: textsOf('ja-jp') },
  { locale: 'es-mx', lang: 'es-MX', bundle: textsOf('es-mx') },
] as const

test('every language folder is used', () => {
  const folders = readdirSync(locales, { withFileTypes: true }).filter((e) => e.isDirectory())
  expect(folders.map((f) => f.name).sort()).toEqual(['en', ...languages.map((l) => l.locale)].sort())
})

test('French has every file, other languages those of their pages', () => {
  expect(filesOf('fr-ca')).toEqual(files)
  for (const { locale, bundle } of languages.slice(1)) {
    expect([...namespacesOf(bundle), 'form-mail'].sort(), locale).toEqual(
      filesOf(locale)
        .map((f) => f.replace('.json', ''))
        .sort(),
    )
    expect(filesOf(locale), locale).toEqual(filesOf('pt-br'))
  }
})

/** Returns the plural keys that lack a form of the language. */
function missingForms(bundle: Record<string, string>, lang: string): string[] {
  const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
  return Object.keys(bundle)
    .filter((key) => key.endsWith('_other'))
    .flatMap((key) => forms.map((form) => `${base(key)}_${form}`))
    .filter((key) => !(key in bundle))
}

test.each(files)('%s has every plural form that English needs', (file) => {
  expect(missingForms(words('en', file), 'en')).toEqual([])
})

const translated = languages.flatMap(({ locale, lang }) =>
  filesOf(locale).map((file) => ({ locale, lang, file })),
)

describe.each(translated)('$locale/$file', ({ locale, lang, file }) => {
  const english = words('en', file)
  const other = words(locale, file)

  test('has the keys of English, and no others', () => {
    expect([...new Set(Object.keys(other).map(base))].sort()).toEqual(
      [...new Set(Object.keys(english).map(base))].sort(),
    )
  })

  test('has every plural form that the language needs', () => {
    expect(missingForms(other, lang)).toEqual([])
  })

  test('names the same placeholders', () => {
    for (const [key, text] of Object.entries(other)) {
      const same = english[key] ?? english[`${base(key)}_other`] ?? ''
      // Translations may add the brand's name; only English uses the brand's word for a location.
      const named = (of: string) =>
        placeholders(of)
          .filter((name) => !/^(brand|restaurant)/.test(name))
          .sort()
      expect(named(text), key).toEqual(named(same))
    }
  })

  test('has no empty text and no English one', () => {
    // Words that are the same in both languages.
    const same = [
      '', // a parameter alone
      ',',
      'Menu',
      'Calories',
      'Code',
      'Total',
      'point',
      'points',
      '= 1 point',
      'Subtotal',
      'Province',
      'Restaurant',
      '×',
      'Jalapeños',
      'Cal',
      '|',
      '| Big Deal Burger',
    ]
    const bare = (text: string) => text.replaceAll(/\[[\w-]+\]/g, '').trim()
    for (const [key, text] of Object.entries(other)) {
      expect(text.trim(), key).not.toBe('')
      if (english[key] === text) expect(same, key).toContain(bare(text))
    }
  })
})

describe('lookup', () => {
  beforeEach(() => loadTranslations('fr-ca'))

  test('uses the locale and fills in placeholders', () => {
    expect(i18n.t('app.title', { page: 'Menu' })).toBe('Menu | Big Deal Burger')
    expect(i18n.t('app.order-now')).toBe('Commander')
    expect(i18n.t('app.cart-count', { count: 0 })).toBe('Panier, 0 article')
    expect(i18n.t('app.cart-count', { count: 2 })).toBe('Panier, 2 articles')
  })

  test('leaves HTML as text, since React escapes it', () => {
    expect(i18n.t('app.title', { page: '<b>' })).toBe('<b> | Big Deal Burger')
  })

  test('has the plurals of each language', async () => {
    const translate = async (locale: 'pt-br' | 'ja-jp' | 'es-mx', count: number) => {
      await loadTranslations(locale)
      return i18n.t('home.picture', { count }).replaceAll(/\s/g, ' ')
    }
    expect([await translate('pt-br', 1), await translate('pt-br', 2)]).toEqual([
      'Um hambúrguer de 1 camada',
      'Um hambúrguer de 2 camadas',
    ])
    expect(await translate('pt-br', 2_000_000)).toBe('Um hambúrguer de 2.000.000 de camadas')
    expect([await translate('es-mx', 1), await translate('es-mx', 9)]).toEqual([
      'Una hamburguesa de 1 capa',
      'Una hamburguesa de 9 capas',
    ])
    expect([await translate('ja-jp', 1), await translate('ja-jp', 9)]).toEqual([
      '1段のハンバーガー',
      '9段のハンバーガー',
    ])
  })

  test('falls back to English, then to the key', async () => {
    i18n.addResource('en', 'translation', 'test.only-english', 'Only here')
    expect(i18n.t('test.only-english' as 'app.menu')).toBe('Only here')
    expect(i18n.t('test.nowhere' as 'app.menu')).toBe('test.nowhere')
  })

  test('Canada’s English falls back to English', async () => {
    await loadTranslations('en-ca')
    expect(i18n.t('app.order-now')).toBe('Order now')
    expect(i18n.t('app.grill')).toBe('Grill') // the brand's own word
    expect(i18n.t('checkout.ready-at', { time: 'at 10:45 a.m.' })).toBe('Ready at 10:45 a.m.')
    expect(i18n.t('summary.held', { time: 'at 1:45 p.m.' })).toBe('Held for you: ready at 1:45 p.m.')
    expect(i18n.t('checkout.ready-at', { time: 'at 10:45 AM' })).toBe('Ready at 10:45 AM.')
  })
})

test('every file is in a bundle, except those of mails, calendars and the card field', () => {
  const namespaces = namespacesOf(textsOf('en'))
  const site = files
    .map((f) => f.replace('.json', ''))
    .filter(
      (f) => !['mail', 'account-mail', 'desk-mail', 'form-mail', 'calendar', 'card', 'paper'].includes(f),
    )
  expect([...namespaces].sort()).toEqual(
    site.filter((f) => Object.keys(words('en', `${f}.json`)).length > 0).sort(),
  )
  expect(namespacesOf(textsOf('fr-ca'))).toEqual(namespaces)
})

test.each([
  ['en', '1,664 grills'],
  ['fr-ca', '1 664 restaurants'],
] as const)('a number in a text of %s is grouped: %s', async (locale, want) => {
  await loadTranslations(locale)
  expect(i18n.t('start.grills', { count: 1664 }).replaceAll(/\s/g, ' ')).toBe(want)
})
