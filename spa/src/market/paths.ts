import type { HandoffType } from './handoff'
import { type Market, marketOf } from './market'

/** The order menu categories of specification §3 that take orders today. */
export const categories = ['everyday'] as const
export type Category = (typeof categories)[number]

/** The others, and whether the Canadian restaurants are to have them. */
export const soonCategories = { catering: true, holiday: false, '866-catering': false } as const
export type SoonCategory = keyof typeof soonCategories

/** Route patterns below a market's prefix. Nothing else in the site spells a path. */
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
  store: 'locations/:state/:city/:store',
} as const

/** What the start order page looks for: a place in words, a point "latitude,longitude", or a state and a city of it. */
export interface Search {
  near?: string
  point?: string
  state?: string
  city?: string
  /** "1": only what is open now. */
  open?: string
  /** How many restaurants are shown; absent: the first page. */
  show?: string
}

export type Paths = ReturnType<typeof pathsOf>

/** Every URL of a market's site; those of an order in the making lead to the handoff. */
export function pathsOf({ prefix }: Market, handoff: HandoffType = 'carryout') {
  const quote = (category: Category) => `${prefix}/quote/${category}`
  return {
    home: prefix || '/',
    /** The start order page, with a search if one is named. */
    startOrder: (search: Search = {}, category: Category = 'everyday', type = handoff) => {
      const query = new URLSearchParams({ type })
      for (const [name, value] of Object.entries(search)) if (value) query.set(name, value)
      return `${quote(category)}?${query}`
    },
    menu: (storeSlug: string, category: Category = 'everyday', type = handoff) =>
      `${quote(category)}/${encodeURIComponent(storeSlug)}?type=${type}`,
    /** An item; `line` is a basket line to edit, its choices preset. */
    item: (
      storeSlug: string,
      subcategory: string,
      item: string,
      options: { category?: Category; line?: string } = {},
    ) => {
      const query = new URLSearchParams({ type: handoff })
      if (options.line) query.set('line', options.line)
      const parts = [storeSlug, subcategory, item].map(encodeURIComponent).join('/')
      return `${quote(options.category ?? 'everyday')}/${parts}?${query}`
    },
    cart: `${prefix}/cart`,
    summary: `${prefix}/cart/summary`,
    checkout: `${prefix}/checkout`,
    payment: `${prefix}/checkout/payment`,
    order: (token: string) => `${prefix}/orders/${encodeURIComponent(token)}`,
    locations: `${prefix}/locations`,
    /** The pages of a state, of a city in it, of a restaurant there; by their slugs. */
    location: (...slugs: [state: string, city?: string, store?: string]) =>
      [`${prefix}/locations`, ...slugs.map(encodeURIComponent as (slug?: string) => string)].join('/'),
  }
}

/** The same page on another market's site. */
export function samePage(pathname: string, to: Market): string {
  const { prefix } = marketOf(pathname)
  const rest = prefix && pathname.toLowerCase().startsWith(prefix) ? pathname.slice(prefix.length) : pathname
  return `${to.prefix}${rest === '/' ? '' : rest}` || '/'
}
