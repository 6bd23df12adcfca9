import { brand } from '../brand/brand.ts' // infra/verbs/writeEdgePages.mjs imports this file too
import { categories, categorySlugs, everyday, getAQuote, soonCategories } from './categories.ts'
import type { HandoffType } from './handoff'
import { type Market, marketOf, markets } from './market.ts'

export type Category = (typeof categories)[number]
export const isCategory = (slug: string | undefined): slug is Category =>
  categories.some((category) => category === slug)

export type SoonCategory = keyof typeof soonCategories

/** Returns the slug of a category id of specification §3. */
export function categoryOf(id: number | undefined): Category | SoonCategory | undefined {
  return categorySlugs[id ?? 0]
}

/** Route patterns below a market's prefix: every row of specification §2. All paths of the site are defined here. */
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
  forgotPassword: 'forgot-password',
  setPassword: 'set-password',
  confirmEmail: 'confirm-email',
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

/** Pages of sites without ordering. */
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

/** Pages that Canada lacks, because its locations do not offer the service. */
const notInCanada: ReadonlySet<PageName> = new Set(
  soonCategories[getAQuote] ? [] : ['getAQuote', 'getAQuoteFor'],
)

/** Pages of the loyalty programme, which only some brands have. */
const ofRewards: ReadonlySet<PageName> = new Set(['rewards', 'loyaltyPromo'])

/** Reports whether a market's site has the page. Every site has a home page. */
export function hasPage({ kind }: Pick<Market, 'kind'>, page: PageName): boolean {
  if (ofRewards.has(page) && !brand.loyalty) return false
  return kind === 'international' ? international.has(page) : kind === 'us' || !notInCanada.has(page)
}

/** Returns the markets with sites that have the page. */
export const marketsWith = (page: PageName): readonly Market[] =>
  markets.filter((market) => hasPage(market, page))

/** Returns the page of a path on any market's site; undefined for home pages and unknown paths. */
export function pageOf(pathname: string): PageName | undefined {
  const pathSegments = withoutPrefix(pathname).split('/').slice(1)
  return (Object.keys(patterns) as PageName[]).find((page) => {
    const segments = patterns[page].split('/')
    return (
      segments.length === pathSegments.length &&
      segments.every((part, i) => part[0] === ':' || part === pathSegments[i])
    )
  })
}

/** A dish chosen before the location. `with` and `without` are comma-separated layers to add or remove. */
export interface DishChoice {
  /** "section/item" slugs. */
  dish?: string
  with?: string
  without?: string
}

/** Search of the start order page: a place as text, a point "latitude,longitude", or a state and a city. */
export interface LocationSearch extends DishChoice {
  near?: string
  point?: string
  /** Centre of the moved map. */
  around?: string
  state?: string
  city?: string
  /** "1": only locations that are open now. */
  open?: string
  /** Number of locations to show; absent for the first page. */
  show?: string
}

export type Paths = ReturnType<typeof pathsOf>

/** Returns all URLs of a market's site; order URLs use the handoff. */
export function pathsOf({ prefix, acceptsOrders }: Market, handoff: HandoffType = 'carryout') {
  const quote = (category: Category) => `${prefix}/quote/${category}`
  return {
    home: prefix || '/',
    /** Start order page, with a search if given; the menu on sites without ordering. */
    startOrder: (search: LocationSearch = {}, category: Category = everyday, type = handoff) => {
      if (!acceptsOrders) return `${prefix}/${patterns.menuPage}`
      const query = new URLSearchParams({ type })
      for (const [name, value] of Object.entries(search)) if (value) query.set(name, value)
      return `${quote(category)}?${query}`
    },
    /** Page of a category that is not offered yet. */
    soon: (category: SoonCategory) => `${prefix}/quote/${category}`,
    menu: (locationSlug: string, category: Category = everyday, type = handoff) =>
      `${quote(category)}/${encodeURIComponent(locationSlug)}?type=${type}`,
    /** Item page; `line` is a basket line to edit, with its choices preselected. */
    item: (
      locationSlug: string,
      subcategory: string,
      item: string,
      options: { line?: string; with?: string; without?: string } = {},
    ) => {
      const query = new URLSearchParams({ type: handoff })
      for (const [name, value] of Object.entries(options)) if (value) query.set(name, value)
      const parts = [locationSlug, subcategory, item].map(encodeURIComponent).join('/')
      return `${quote(everyday)}/${parts}?${query}`
    },
    cart: `${prefix}/cart`,
    summary: `${prefix}/cart/summary`,
    checkout: `${prefix}/checkout`,
    payment: `${prefix}/checkout/payment`,
    order: (token: string) => `${prefix}/orders/${encodeURIComponent(token)}`,
    /** Sign-in page; afterwards the guest returns to the path `from`. */
    login: (from = '') => `${prefix}/login${from && `?return=${encodeURIComponent(from)}`}`,
    locations: `${prefix}/locations`,
    /** Page of a state, a city or a location, by slugs. */
    location: (...slugs: [state: string, city?: string, location?: string]) =>
      [`${prefix}/locations`, ...slugs.map(encodeURIComponent as (slug?: string) => string)].join('/'),
    /** Page of the blog's list; page 1 has the list's own URL. */
    blogPage: (page: number) => (page > 1 ? `${prefix}/press/blog/page/${page}` : `${prefix}/press/blog`),
    post: (slug: string) => `${prefix}/press/blog/${encodeURIComponent(slug)}`,
    /** Feed of the blog. */
    feed: `${prefix}/${patterns.blog}/feed.xml`,
    /** Printable menu. */
    menuDocument: `${prefix}/menu.pdf`,
    /** Content page; its slug is its path. */
    content: (slug: string) => `${prefix}/${slug}`,
    /** Page with a fixed path. */
    page: (name: FixedPage) => `${prefix}/${patterns[name]}`,
  }
}

/** Pages with patterns without parameters. */
export type FixedPage = {
  [Page in PageName]: (typeof patterns)[Page] extends `${string}:${string}` ? never : Page
}[PageName]

/** Returns the path without the market's prefix; '' for a home page. */
function withoutPrefix(pathname: string): string {
  const { prefix } = marketOf(pathname)
  const rest = prefix && pathname.toLowerCase().startsWith(prefix) ? pathname.slice(prefix.length) : pathname
  return rest.replace(/\/$/, '')
}

/** Returns the path of the same page on another market's site. */
export function samePage(pathname: string, to: Market): string {
  return `${to.prefix}${withoutPrefix(pathname)}` || '/'
}

/** Returns the closest page on another country's site: for a place or article its list; the home page if the site lacks the page. */
export function pageAbroad(pathname: string, to: Market): string {
  const page = pageOf(pathname)
  if (!page) return to.prefix || '/'
  const list = page === 'state' || page === 'city' || page === 'location' ? 'locations' : undefined
  const fixed = list ?? (page === 'post' || page === 'blogPage' ? 'blog' : page)
  if (!hasPage(to, fixed) || patterns[fixed].includes(':')) return to.prefix || '/'
  return `${to.prefix}/${patterns[fixed]}`
}
