import { brand } from '../brand/brand.ts' // infra/verbs/edgePages.mjs reads this file too
import type { HandoffType } from './handoff'
import { type Market, marketOf, markets } from './market.ts'

/** The order menu categories of specification §3 that take orders today. */
export const categories = ['everyday'] as const
export type Category = (typeof categories)[number]
export const isCategory = (slug: string | undefined): slug is Category =>
  categories.some((category) => category === slug)

/** The others, and whether the Canadian restaurants are to have them. */
export const soonCategories = { catering: true, holiday: false, '866-catering': false } as const
export type SoonCategory = keyof typeof soonCategories

/** The slug of a category's id of specification §3. */
export function categoryOf(id: number | undefined): Category | SoonCategory | undefined {
  return ([undefined, 'everyday', 'catering', '866-catering', 'holiday'] as const)[id ?? 0]
}

/** Route patterns below a market's prefix: every row of specification §2. Nothing else in the site spells a path. */
export const patterns = {
  startOrder: 'quote/:category',
  quote: 'quote',
  menu: 'quote/:category/:storeSlug',
  item: 'quote/:category/:storeSlug/:subcategory/:item',
  cart: 'cart',
  summary: 'cart/summary',
  checkout: 'checkout',
  payment: 'checkout/payment',
  order: 'orders/:token',
  locations: 'locations',
  state: 'locations/:state',
  city: 'locations/:state/:city',
  location: 'locations/:state/:city/:store',
  menuPage: 'menu',
  login: 'login',
  signup: 'signup',
  profile: 'user-profile',
  orders: 'user-profile/my-orders',
  rewards: 'user-profile/loyalty',
  getAQuote: 'get-a-quote',
  getAQuoteFor: 'get-a-quote/:category',
  catering: 'catering',
  cateringServices: 'catering/services',
  cateringFaq: 'catering/faq',
  cateringFeedback: 'catering/feedback',
  ourStory: 'company/our-story',
  team: 'company/meet-our-team',
  careers: `company/work-for-${brand.slug}`,
  nutrition: 'company/nutritional',
  deals: 'promos/current-deals',
  loyaltyPromo: 'promos/loyalty',
  contest: 'promos/contest',
  talk: `contact/talk-to-${brand.slug}`,
  feedback: 'contact/general-feedback',
  reviewUs: 'contact/review-us',
  ccpa: 'contact/ccpa-privacy-form',
  doNotSell: 'contact/do-not-sell-my-personal-information',
  terms: 'legal/terms-and-conditions',
  privacy: 'legal/privacy-policy',
  cookies: 'legal/cookie-policy',
  blog: 'press/blog',
  blogPage: 'press/blog/page/:page',
  post: 'press/blog/:slug',
  sitemap: 'sitemap',
} as const
export type PageName = keyof typeof patterns

/** The pages of the sites that take no orders. */
const international: ReadonlySet<PageName> = new Set([
  'locations',
  'menuPage',
  'ourStory',
  'talk',
  'terms',
  'privacy',
  'cookies',
  'sitemap',
])

/** What Canada lacks, for its restaurants do not offer it. */
const notInCanada: ReadonlySet<PageName> = new Set(['getAQuote', 'getAQuoteFor'])

/** Whether a market's site has the page; its home it always has. */
export function hasPage({ kind }: Pick<Market, 'kind'>, page: PageName): boolean {
  return kind === 'international' ? international.has(page) : kind === 'us' || !notInCanada.has(page)
}

/** The markets whose sites have the page. */
export const marketsWith = (page: PageName): readonly Market[] =>
  markets.filter((market) => hasPage(market, page))

/** The page of a path on whichever market's site, undefined for a home and for what is none. */
export function pageOf(pathname: string): PageName | undefined {
  const asked = below(pathname).split('/').slice(1)
  return (Object.keys(patterns) as PageName[]).find((page) => {
    const segments = patterns[page].split('/')
    return (
      segments.length === asked.length && segments.every((part, i) => part[0] === ':' || part === asked[i])
    )
  })
}

/** A dish that is chosen before its restaurant. Layers of its drawing, separated by commas, are to come with it or to be left off. */
export interface DishChoice {
  /** "section/item", their slugs. */
  dish?: string
  with?: string
  without?: string
}

/** What the start order page looks for: a place in words, a point "latitude,longitude", or a state and a city of it. */
export interface LocationSearch extends DishChoice {
  near?: string
  point?: string
  /** The middle of the map that the guest has moved. */
  around?: string
  state?: string
  city?: string
  /** "1": only what is open now. */
  open?: string
  /** How many restaurants are shown; absent: the first page. */
  show?: string
}

export type Paths = ReturnType<typeof pathsOf>

/** Every URL of a market's site; those of an order in the making lead to the handoff. */
export function pathsOf({ prefix, acceptsOrders }: Market, handoff: HandoffType = 'carryout') {
  const quote = (category: Category) => `${prefix}/quote/${category}`
  return {
    home: prefix || '/',
    /** The start order page, with a search if one is named; where nothing is ordered, the menu. */
    startOrder: (search: LocationSearch = {}, category: Category = 'everyday', type = handoff) => {
      if (!acceptsOrders) return `${prefix}/${patterns.menuPage}`
      const query = new URLSearchParams({ type })
      for (const [name, value] of Object.entries(search)) if (value) query.set(name, value)
      return `${quote(category)}?${query}`
    },
    /** The page of a category that is still to come. */
    soon: (category: SoonCategory) => `${prefix}/quote/${category}`,
    menu: (locationSlug: string, category: Category = 'everyday', type = handoff) =>
      `${quote(category)}/${encodeURIComponent(locationSlug)}?type=${type}`,
    /** An item; `line` is a basket line to edit, its choices preset. */
    item: (
      locationSlug: string,
      subcategory: string,
      item: string,
      options: { line?: string; with?: string; without?: string } = {},
    ) => {
      const query = new URLSearchParams({ type: handoff })
      for (const [name, value] of Object.entries(options)) if (value) query.set(name, value)
      const parts = [locationSlug, subcategory, item].map(encodeURIComponent).join('/')
      return `${quote('everyday')}/${parts}?${query}`
    },
    cart: `${prefix}/cart`,
    summary: `${prefix}/cart/summary`,
    checkout: `${prefix}/checkout`,
    payment: `${prefix}/checkout/payment`,
    order: (token: string) => `${prefix}/orders/${encodeURIComponent(token)}`,
    locations: `${prefix}/locations`,
    /** The pages of a state, of a city in it, of a restaurant there; by their slugs. */
    location: (...slugs: [state: string, city?: string, location?: string]) =>
      [`${prefix}/locations`, ...slugs.map(encodeURIComponent as (slug?: string) => string)].join('/'),
    /** A page of the press blog's list; the first is the list itself. */
    blogPage: (page: number) => (page > 1 ? `${prefix}/press/blog/page/${page}` : `${prefix}/press/blog`),
    post: (slug: string) => `${prefix}/press/blog/${encodeURIComponent(slug)}`,
    /** What the blog says, for programs that follow it. */
    feed: `${prefix}/${patterns.blog}/feed.xml`,
    /** The menu as a document to be printed. */
    menuDocument: `${prefix}/menu.pdf`,
    /** A page of the brand's content by its slug, which is its path. */
    content: (slug: string) => `${prefix}/${slug}`,
    /** A page whose address is always the same. */
    page: (name: FixedPage) => `${prefix}/${patterns[name]}`,
  }
}

/** The pages whose patterns have no parameters. */
export type FixedPage = {
  [Page in PageName]: (typeof patterns)[Page] extends `${string}:${string}` ? never : Page
}[PageName]

/** The path without its market's prefix, '' for a home. */
function below(pathname: string): string {
  const { prefix } = marketOf(pathname)
  const rest = prefix && pathname.toLowerCase().startsWith(prefix) ? pathname.slice(prefix.length) : pathname
  return rest.replace(/\/$/, '')
}

/** The same page on another market's site. */
export function samePage(pathname: string, to: Market): string {
  return `${to.prefix}${below(pathname)}` || '/'
}

/**
 * The page on the site of another country as far as that site has it: a place or an article leads to the list that it stands in,
 * and what is not there leads home.
 */
export function pageAbroad(pathname: string, to: Market): string {
  const page = pageOf(pathname)
  if (!page) return to.prefix || '/'
  const list = page === 'state' || page === 'city' || page === 'location' ? 'locations' : undefined
  const fixed = list ?? (page === 'post' || page === 'blogPage' ? 'blog' : page)
  if (!hasPage(to, fixed) || patterns[fixed].includes(':')) return to.prefix || '/'
  return `${to.prefix}/${patterns[fixed]}`
}
