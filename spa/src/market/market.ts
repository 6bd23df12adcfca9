/** A site of the brand: a country in one of its languages, named by the start of the path. */
export interface Market {
  country: 'US' | 'CA'
  locale: Locale
  /** BCP 47 tag for `lang` and Intl. */
  lang: string
  /** Start of every path of this site, '' or '/ca/fr-ca'. */
  prefix: string
  currency: 'usd' | 'cad'
  /** The market's name in its own language, as the footer and the switcher say it. */
  label: string
  /** The language in itself. */
  language: string
  distanceUnit: 'mile' | 'kilometer'
}

export type Locale = 'en' | 'en-ca' | 'fr-ca'

const us: Market = {
  country: 'US',
  locale: 'en',
  lang: 'en-US',
  prefix: '',
  currency: 'usd',
  label: 'United States',
  language: 'English',
  distanceUnit: 'mile',
}

const caEnglish: Market = {
  country: 'CA',
  locale: 'en-ca',
  lang: 'en-CA',
  prefix: '/ca/en-ca',
  currency: 'cad',
  label: 'Canada (English)',
  language: 'English',
  distanceUnit: 'kilometer',
}

const caFrench: Market = {
  country: 'CA',
  locale: 'fr-ca',
  lang: 'fr-CA',
  prefix: '/ca/fr-ca',
  currency: 'cad',
  label: 'Canada (français)',
  language: 'Français',
  distanceUnit: 'kilometer',
}

export const markets: readonly Market[] = [us, caEnglish, caFrench]

/**
 * The market of a path. Specification §2: the country is CA when the path has a Canada segment, otherwise US;
 * within Canada an English or French segment sets the locale.
 */
export function marketOf(pathname: string): Market {
  const [, first, second] = pathname.toLowerCase().split('/')
  if (first !== 'ca') return us
  return second === 'fr-ca' ? caFrench : caEnglish
}

/** The markets of the same country: more than one means a language switcher. */
export function siblings(market: Market): readonly Market[] {
  return markets.filter((m) => m.country === market.country)
}

/** The markets of a country by its code. */
export function marketsOf(country: string): readonly Market[] {
  return markets.filter((m) => m.country === country)
}
