import { brand } from '../brand/brand.ts' // the build reads this file too

interface Site {
  locale: Locale
  /** BCP 47 tag for `lang` and Intl. */
  lang: string
  /** Start of every path of this site, '' or '/ca/fr-ca'. */
  prefix: string
  /** The market's name in its own language, as the footer and the switcher say it. */
  label: string
  /** The language in itself. */
  language: string
  distanceUnit: 'mile' | 'kilometer'
}

/** A site where guests order. */
export interface OrderingMarket extends Site {
  kind: 'us' | 'canada'
  country: 'US' | 'CA'
  currency: 'usd' | 'cad'
  acceptsOrders: true
}

/** A site that tells of the brand, and takes no orders. */
export interface InternationalMarket extends Site {
  kind: 'international'
  country: 'BR' | 'JP' | 'MX' | 'AE' | 'EG' | 'PK' | 'PH'
  currency?: undefined
  acceptsOrders: false
}

/** A site of the brand: a country in one of its languages, named by the start of the path. */
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

const abroad = { kind: 'international', acceptsOrders: false, distanceUnit: 'kilometer' } as const

/** A country that reads the site in English, and has one segment in its paths. */
const inEnglish = (country: 'AE' | 'EG' | 'PK' | 'PH', label: string): InternationalMarket => ({
  ...abroad,
  country,
  locale: 'en-001',
  lang: `en-${country}`,
  prefix: `/${country.toLowerCase()}`,
  label,
  language: 'English',
})

/** The countries of specification §3 in their languages; the first of a country is the one that its code alone leads to. */
const every: readonly Market[] = [
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
    ...abroad,
    country: 'BR',
    locale: 'pt-br',
    lang: 'pt-BR',
    prefix: '/br/pt-br',
    label: 'Brasil',
    language: 'Português',
  },
  {
    ...abroad,
    country: 'JP',
    locale: 'ja-jp',
    lang: 'ja-JP',
    prefix: '/jp/ja-jp',
    label: '日本',
    language: '日本語',
  },
  {
    ...abroad,
    country: 'MX',
    locale: 'es-mx',
    lang: 'es-MX',
    prefix: '/mx/es-mx',
    label: 'México',
    language: 'Español',
  },
  inEnglish('AE', 'United Arab Emirates'),
  inEnglish('EG', 'Egypt'),
  inEnglish('PK', 'Pakistan'),
  inEnglish('PH', 'Philippines'),
]

/** The sites that the brand has: its home, and the countries that its record switches on. */
export const markets: readonly Market[] = every.filter(
  ({ kind, country }) => kind === 'us' || brand.countries.includes(country),
)

export const orderingMarkets = markets.filter((market): market is OrderingMarket => market.acceptsOrders)

/**
 * The market of a path. Specification §2: the country is CA when the path has a Canada segment, otherwise US;
 * within Canada an English or French segment sets the locale. The other countries are told in the same way.
 */
export function marketOf(pathname: string): Market {
  const [, first = '', second] = pathname.toLowerCase().split('/')
  const here = marketsOf(first.toUpperCase())
  return here.find(({ locale }) => locale === second) ?? here[0] ?? us
}

/** The markets of the same country: more than one means a language switcher. */
export function siblings(market: Market): readonly Market[] {
  return marketsOf(market.country)
}

/** The markets of a country by its code. */
export function marketsOf(country: string): readonly Market[] {
  return markets.filter((m) => m.country === country)
}
