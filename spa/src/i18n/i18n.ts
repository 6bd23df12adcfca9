import { bundles } from 'virtual:translations'
import i18next, { type FormatterModule, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { own, restaurant } from '#brand/words'
import { brand } from '../brand/brand'
import type { Locale } from '../market/market'
import type { BundlePart } from './translations.plugin'

/** Adds the translation bundles of the pages after the first. */
export const addBundles = (more: typeof bundles) => void Object.assign(bundles, more)

/** Canada and the international sites share English; Intl formats per locale. */
const languageOf = (locale: Locale) => (locale.startsWith('en-') ? 'en' : locale) as keyof typeof own

/** Lookup of specification §1: a key, placeholder values in brackets, a locale. Falls back to English, then to the key. */
export const i18n = i18next.createInstance()

/** Removes the second period of a sentence that ends in "10:45 a.m.", the time format of Canadian English. */
const singlePeriod: PostProcessorModule = {
  type: 'postProcessor',
  name: 'single-period',
  process: (text: string) => text.replaceAll(/([ap]\.m)\.\./g, '$1.'),
}

/**
 * Formats numbers in texts for the language (1,664 grills). Whole numbers below a thousand are the same in all our languages and skip
 * Intl.
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
  .use(singlePeriod)
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
      // Placeholders available in every text: the brand's name and its word for a location.
      defaultVariables: {
        brand: brand.name,
        'brand-short': brand.shortName,
        restaurant: restaurant.one,
        restaurants: restaurant.other,
      },
    },
    postProcess: [singlePeriod.name],
    react: { useSuspense: false, bindI18nStore: 'added' },
    resources: {},
    initAsync: false,
    saveMissing: true,
    // English is loaded only if a translation is missing, which the tests prevent.
    missingKeyHandler: () => void Promise.all(parts.map((part) => load('en', part))),
  })

const loaded = new Map<string, Promise<void>>()

function load(locale: Locale, part: BundlePart): Promise<void> {
  const name = `${locale}.${part}`
  const language = languageOf(locale)
  const bundle = bundles[`${language}.${part}`]
  if (!bundle) return Promise.resolve()
  const words =
    loaded.get(name) ??
    bundle().then(
      (words) => {
        i18n.addResourceBundle(locale, 'translation', { ...words.default, ...own[language] })
      },
      (error) => {
        loaded.delete(name) // the next page that needs the bundle retries
        throw error
      },
    )
  loaded.set(name, words)
  return words
}

const parts: readonly BundlePart[] = ['site', 'content', 'order', 'account']

/** Returns the translate function of a locale, independent of the site's current language. */
export async function translatorFor(locale: Locale) {
  await load(locale, 'site')
  return i18n.getFixedT(locale)
}

/** Loads a locale's bundles, by default all, and makes it the current language. */
export async function loadTranslations(locale: Locale, ...selected: BundlePart[]): Promise<void> {
  await Promise.all((selected.length ? selected : parts).map((part) => load(locale, part)))
  if (i18n.language !== locale) await i18n.changeLanguage(locale)
}
