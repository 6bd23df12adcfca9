import { brand } from '../brand/brand.ts' // the build imports this file too

interface Site {
  locale: Locale
  /** BCP 47 tag for `lang` and Intl. */
  lang: string
  /** Path prefix of this site, '' or '/ca/fr-ca'. */
  prefix: string
  /** The market's name in its own language, for the footer and the switcher. */
  label: string
  /** The language's name in that language. */
  language: string
  distanceUnit: 'mile' | 'kilometer'
}

/** A site with online ordering. */
export interface OrderingMarket extends Site {
  kind: 'us' | 'canada'
  country: 'US' | 'CA'
  currency: 'usd' | 'cad'
  acceptsOrders: true
}

/** A site about the brand without online ordering. */
export interface InternationalMarket extends Site {
  kind: 'international'
  country: 'BR' | 'JP' | 'MX' | 'AE' | 'EG' | 'PK' | 'PH'
  currency?: undefined
  acceptsOrders: false
}

/** A site of the brand: a country in one of its languages, identified by the path prefix. */
export type Market = OrderingMarket | InternationalMarket
export type Locale = 'en' | 'en-ca' | 'en-001' | 'fr-ca' | 'pt-br' | 'ja-jp' | 'es-mx'

const us: OrderingMarket = {
  kind: 'us',
  country: 'US',
  locale: 'en',
  lang: 'en-US',
  prefix: '',
  currency: 'usd',
  acceptsOrders: true,
  label: 'United States',
  language: 'English',
  distanceUnit: 'mile',
}

const canada = {
  kind: 'canada',
  country: 'CA',
  currency: 'cad',
  acceptsOrders: true,
  distanceUnit: 'kilometer',
} as const

const international = { kind: 'international', acceptsOrders: false, distanceUnit: 'kilometer' } as const

/** A country with an English site and a prefix of one segment. */
const englishSite = (country: 'AE' | 'EG' | 'PK' | 'PH', label: string): InternationalMarket => ({
  ...international,
  country,
  locale: 'en-001',
  lang: `en-${country}`,
  prefix: `/${country.toLowerCase()}`,
  label,
  language: 'English',
})

/** Countries of specification §3 in their languages; a country's first one is the target of its bare code. */
const allMarkets: readonly Market[] = [
  us,
  {
    ...canada,
    locale: 'en-ca',
    lang: 'en-CA',
    prefix: '/ca/en-ca',
    label: 'Canada (English)',
    language: 'English',
  },
  {
    ...canada,
    locale: 'fr-ca',
    lang: 'fr-CA',
    prefix: '/ca/fr-ca',
    label: 'Canada (français)',
    language: 'Français',
  },
  {
    ...international,
    country: 'BR',
    locale: 'pt-br',
    lang: 'pt-BR',
    prefix: '/br/pt-br',
    label: 'Brasil',
    language: 'Português',
  },
  {
    ...international,
    country: 'JP',
    locale: 'ja-jp',
    lang: 'ja-JP',
    prefix: '/jp/ja-jp',
    label: '日本',
    language: '日本語',
  },
  {
    ...international,
    country: 'MX',
    locale: 'es-mx',
    lang: 'es-MX',
    prefix: '/mx/es-mx',
    label: 'México',
    language: 'Español',
  },
  englishSite('AE', 'United Arab Emirates'),
  englishSite('EG', 'Egypt'),
  englishSite('PK', 'Pakistan'),
  englishSite('PH', 'Philippines'),
]

/** Sites of the brand: the US, and the countries enabled in its record. */
export const markets: readonly Market[] = allMarkets.filter(
  ({ kind, country }) => kind === 'us' || brand.countries.includes(country),
)

export const orderingMarkets = markets.filter((market): market is OrderingMarket => market.acceptsOrders)

/**
 * Returns the market of a path. Specification §2: the country is CA if the path has a Canada segment, otherwise US; within Canada an
 * English or French segment selects the locale. Other countries work in the same way.
 */
export function marketOf(pathname: string): Market {
  const [, first = '', second] = pathname.toLowerCase().split('/')
  const candidates = marketsOf(first.toUpperCase())
  return candidates.find(({ locale }) => locale === second) ?? candidates[0] ?? us
}

/** Returns the markets of the same country; more than one means a language switcher. */
export function siblings(market: Market): readonly Market[] {
  return marketsOf(market.country)
}

/** Returns the markets of a country by its code. */
export function marketsOf(country: string): readonly Market[] {
  return markets.filter((m) => m.country === country)
}
