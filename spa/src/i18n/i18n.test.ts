import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import en from './en'
import frCa from './fr-ca'
import { i18n, speak } from './i18n'

const locales = join(import.meta.dirname, '../../../locales')
const words = (locale: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(locales, locale, file), 'utf8'))
const files = readdirSync(join(locales, 'en')).filter((f) => f.endsWith('.json'))
const placeholders = (text: string) => [...text.matchAll(/\[([a-zA-Z]+)\]/g)].map((m) => m[1]).sort()
const base = (key: string) => key.replace(/_(one|many|other)$/, '')

test('both languages have the same files', () => {
  expect(readdirSync(join(locales, 'fr-ca')).filter((f) => f.endsWith('.json'))).toEqual(files)
})

describe.each(files)('%s', (file) => {
  const english = words('en', file)
  const french = words('fr-ca', file)

  test('has every key in both languages', () => {
    expect([...new Set(Object.keys(french).map(base))].sort()).toEqual(
      [...new Set(Object.keys(english).map(base))].sort(),
    )
  })

  test('has every plural form that the language needs', () => {
    for (const [bundle, lang] of [
      [english, 'en'],
      [french, 'fr-CA'],
    ] as const) {
      const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
      for (const key of Object.keys(bundle).filter((k) => k.endsWith('_other'))) {
        for (const form of forms)
          expect(bundle, `${base(key)}_${form}`).toHaveProperty([`${base(key)}_${form}`])
      }
    }
  })

  test('names the same placeholders', () => {
    for (const [key, text] of Object.entries(french)) {
      const same = english[key] ?? english[`${base(key)}_other`] ?? ''
      expect(placeholders(text), key).toEqual(placeholders(same))
    }
  })

  test('says nothing empty, and nothing in English twice', () => {
    // What is the same word in both languages.
    const same = [',', 'Menu', 'Total', 'Province', '×', 'Jalapeños', 'Cal', '| Big Deal Burger']
    const bare = (text: string) => text.replaceAll(/\[\w+\]/g, '').trim()
    for (const [key, text] of Object.entries(french)) {
      expect(text.trim(), key).not.toBe('')
      if (english[key] === text) expect(same, key).toContain(bare(text))
    }
  })
})

describe('lookup', () => {
  beforeAll(() => speak('fr-ca'))
  afterAll(() => speak('en'))

  test('speaks the locale and fills in brackets', () => {
    expect(i18n.t('app.title', { page: 'Menu' })).toBe('Menu | Big Deal Burger')
    expect(i18n.t('app.order-now')).toBe('Commander')
    expect(i18n.t('app.cart-count', { count: 0 })).toBe('Panier, 0 article')
    expect(i18n.t('app.cart-count', { count: 2 })).toBe('Panier, 2 articles')
  })

  test('leaves HTML as text, since React escapes it', () => {
    expect(i18n.t('app.title', { page: '<b>' })).toBe('<b> | Big Deal Burger')
  })

  test('falls back to English, then to the key', async () => {
    i18n.addResource('en', 'translation', 'test.only-english', 'Only here')
    expect(i18n.t('test.only-english' as 'app.menu')).toBe('Only here')
    expect(i18n.t('test.nowhere' as 'app.menu')).toBe('test.nowhere')
  })

  test('Canada’s English is the English', async () => {
    await speak('en-ca')
    expect(i18n.t('app.order-now')).toBe('Order now')
    expect(i18n.t('checkout.ready-at', { time: 'at 10:45 a.m.' })).toBe('Ready at 10:45 a.m.')
    expect(i18n.t('summary.held', { time: 'at 1:45 p.m.' })).toBe('Held for you: ready at 1:45 p.m.')
    expect(i18n.t('checkout.ready-at', { time: 'at 10:45 AM' })).toBe('Ready at 10:45 AM.')
    await speak('fr-ca')
  })
})

test('every file is in the bundles, but for those of mails and calendars', () => {
  const namespaces = new Set(Object.keys(en).map((key) => key.slice(0, key.indexOf('.'))))
  const site = files.map((f) => f.replace('.json', '')).filter((f) => f !== 'mail' && f !== 'calendar')
  expect([...namespaces].sort()).toEqual(
    site.filter((f) => Object.keys(words('en', `${f}.json`)).length > 0).sort(),
  )
  expect(new Set(Object.keys(frCa).map((key) => key.slice(0, key.indexOf('.'))))).toEqual(namespaces)
})

test.each([
  ['en', '1,664 grills'],
  ['fr-ca', '1 664 restaurants'],
] as const)('a number in the words of %s is grouped: %s', async (locale, want) => {
  await speak(locale)
  expect(i18n.t('start.grills', { count: 1664 }).replaceAll(/\s/g, ' ')).toBe(want)
})
