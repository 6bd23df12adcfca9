import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '../market/market'

/** Canada's English is English; only its formats differ, and those are Intl's. */
const bundles = {
  en: () => import('./en'),
  'en-ca': () => import('./en'),
  'fr-ca': () => import('./fr-ca'),
} satisfies Record<Locale, () => Promise<{ default: Record<string, string> }>>

/**
 * Lookup of specification §1: a key, placeholder values in brackets, a locale; it falls back to English and then to the
 * key itself.
 */
export const i18n = i18next.createInstance()

i18n.use(initReactI18next).init({
  fallbackLng: 'en',
  lowerCaseLng: true,
  load: 'currentOnly',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '[', suffix: ']', escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
  resources: {},
  initAsync: false,
  saveMissing: true,
  // The English words travel only when a translation is missing, which the tests forbid.
  missingKeyHandler: () => void load('en'),
})

const loaded = new Map<Locale, Promise<void>>()

function load(locale: Locale): Promise<void> {
  const words =
    loaded.get(locale) ??
    bundles[locale]().then(({ default: bundle }) => {
      i18n.addResourceBundle(locale, 'translation', bundle)
    })
  loaded.set(locale, words)
  return words
}

/** Loads a locale's words and makes the site speak them. */
export async function speak(locale: Locale): Promise<void> {
  await load(locale)
  if (i18n.language !== locale) await i18n.changeLanguage(locale)
}
