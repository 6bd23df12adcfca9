import i18next, { type FormatterModule, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { own, restaurant } from '#brand/words'
import { brand } from '../brand/brand'
import type { Locale } from '../market/market'

/** What the shell and the home page say, what the pages that tell of the brand, and what those of an order and of the restaurants. */
export type WordsPart = 'site' | 'content' | 'order'
type Words = () => Promise<{ default: Record<string, string> }>

const english = {
  site: () => import('./en.site'),
  content: () => import('./en.content'),
  order: () => import('./en.order'),
}

/** Canada's English is English, and so is that of the world; only formats differ, and those are Intl's. Where nothing is ordered there are no words for it. */
const bundles: Readonly<Record<Locale, Readonly<Partial<Record<WordsPart, Words>>>>> = {
  en: english,
  'en-ca': english,
  'en-001': { site: english.site, content: english.content },
  'fr-ca': {
    site: () => import('./fr-ca.site'),
    content: () => import('./fr-ca.content'),
    order: () => import('./fr-ca.order'),
  },
  'pt-br': { site: () => import('./pt-br.site'), content: () => import('./pt-br.content') },
  'ja-jp': { site: () => import('./ja-jp.site'), content: () => import('./ja-jp.content') },
  'es-mx': { site: () => import('./es-mx.site'), content: () => import('./es-mx.content') },
}

/**
 * Lookup of specification §1: a key, placeholder values in brackets, a locale; it falls back to English and then to the
 * key itself.
 */
export const i18n = i18next.createInstance()

/** A sentence that ends in "10:45 a.m." has its full stop: Canada's English writes times so. */
const oneStop: PostProcessorModule = {
  type: 'postProcessor',
  name: 'one-stop',
  process: (text: string) => text.replaceAll(/([ap]\.m)\.\./g, '$1.'),
}

/**
 * 1,664 grills: a number among the words is written as their language writes it. Below a thousand all of ours write a whole one alike,
 * and need not wait for the browser's tables.
 */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, _, lang) => {
    if (typeof value !== 'number') return value
    return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : value.toLocaleString(lang)
  },
}

i18n
  .use(oneStop)
  .use(initReactI18next)
  .use(numbers)
  .init({
    fallbackLng: 'en',
    lowerCaseLng: true,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: {
      prefix: '[',
      suffix: ']',
      escapeValue: false,
      alwaysFormat: true,
      // What every sentence may say without being told: the brand, whose name stands in no sentence, and what it calls its restaurants.
      defaultVariables: {
        brand: brand.name,
        'brand-short': brand.shortName,
        restaurant: restaurant.one,
        restaurants: restaurant.other,
      },
    },
    postProcess: [oneStop.name],
    react: { useSuspense: false, bindI18nStore: 'added' },
    resources: {},
    initAsync: false,
    saveMissing: true,
    // The English words travel only when a translation is missing, which the tests forbid.
    missingKeyHandler: () => void Promise.all(parts.map((part) => load('en', part))),
  })

const loaded = new Map<string, Promise<void>>()

function load(locale: Locale, part: WordsPart): Promise<void> {
  const name = `${locale}.${part}`
  const words =
    loaded.get(name) ??
    Promise.resolve(bundles[locale][part]?.()).then(
      (bundle) => {
        const ownWords = own[locale.startsWith('en-') ? 'en' : locale]
        if (bundle) i18n.addResourceBundle(locale, 'translation', { ...bundle.default, ...ownWords })
      },
      (fault) => {
        loaded.delete(name) // the next page that needs them asks again
        throw fault
      },
    )
  loaded.set(name, words)
  return words
}

const parts: readonly WordsPart[] = ['site', 'content', 'order']

/** Says the words of every page in a locale, whichever the site speaks. */
export async function translatorFor(locale: Locale) {
  await load(locale, 'site')
  return i18n.getFixedT(locale)
}

/** Loads a locale's words, or a part of them, and makes the site speak them. */
export async function loadTranslations(locale: Locale, ...some: WordsPart[]): Promise<void> {
  await Promise.all((some.length ? some : parts).map((part) => load(locale, part)))
  if (i18n.language !== locale) await i18n.changeLanguage(locale)
}
