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

const canada = (locale: 'en-ca' | 'fr-ca', label: string, language: string): OrderingMarket => ({
  kind: 'canada',
  country: 'CA',
  locale,
  lang: `${locale.slice(0, 2)}-CA`,
  prefix: `/ca/${locale}`,
  currency: 'cad',
  acceptsOrders: true,
  label,
  language,
  distanceUnit: 'kilometer',
})

/** A country without ordering. English sites have a prefix of one segment. */
const abroad = (
  country: InternationalMarket['country'],
  locale: Locale,
  label: string,
  language: string,
): InternationalMarket => ({
  kind: 'international',
  country,
  locale,
  lang: `${locale.slice(0, 2)}-${country}`,
  prefix: `/${country.toLowerCase()}${locale === 'en-001' ? '' : `/${locale}`}`,
  acceptsOrders: false,
  label,
  language,
  distanceUnit: 'kilometer',
})

/** Countries of specification §3 in their languages; a country's first one is the target of its bare code. */
const allMarkets: readonly Market[] = [
  us,
  canada('en-ca', 'Canada (English)', 'English'),
  canada('fr-ca', 'Canada (français)', 'Français'),
  abroad('BR', 'pt-br', 'Brasil', 'Português'),
  abroad('JP', 'ja-jp', '日本', '日本語'),
  abroad('MX', 'es-mx', 'México', 'Español'),
  abroad('AE', 'en-001', 'United Arab Emirates', 'English'),
  abroad('EG', 'en-001', 'Egypt', 'English'),
  abroad('PK', 'en-001', 'Pakistan', 'English'),
  abroad('PH', 'en-001', 'Philippines', 'English'),
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

/** Returns a country's site in the first of the languages that it has, else its first site. Undefined if the brand has none there. */
export function siteOf(country: string, languages: readonly string[]): Market | undefined {
  const sites = marketsOf(country)
  const inLanguage = (tag: string) =>
    sites.find(({ lang }) => lang.slice(0, 2) === tag.slice(0, 2).toLowerCase())
  return languages.map(inLanguage).find((site) => site !== undefined) ?? sites[0]
}
