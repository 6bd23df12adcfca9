import { brand } from '../brand/brand.ts'
import type { Market } from './market'
import { hasPage, pageOf } from './paths'

/** On which sites other than the US an item is shown. */
export interface Visibility {
  showOnCanadaSite?: boolean
  showOnInternationalSite?: boolean
}

/** An entry of the main navigation or of a submenu (specification §3). */
export interface MenuItem extends Visibility {
  id: string
  title: string
  url: string
  as?: string
  external?: boolean
  /** Opens the handoff chooser. */
  hasModal?: boolean
  icon?: string
  categoryId?: number
  /** Shown only while holiday orders are taken. */
  holidayOnly?: boolean
  subTitles?: readonly MenuItem[]
}

export interface FooterLink extends Visibility {
  id: string
  title: string
  url: string
  /** URL of the same content as a PDF. */
  pdf?: string
}

/** An image bundled with the site. */
export interface DrawnImage {
  url: string
  alternativeText: string
  /** CSS pixels, like the height. */
  width: number
  height: number
}

export interface FooterColumn extends Visibility {
  id: string
  title: string
  links?: readonly FooterLink[]
  socialTitle?: string
  socialMedia?: readonly { url: string; socialImage: DrawnImage }[]
  /** A phone number in E.164, or an email address. */
  contactInfo?: readonly { id: string; title: string; value: string }[]
  footerCta?: readonly { url: string; externalLink?: boolean; footerCtaImage: DrawnImage }[]
}

/** Footer of every page (specification §3). */
export interface FooterContent {
  columns?: readonly FooterColumn[]
  generalLinks?: readonly FooterLink[]
  policies?: readonly FooterLink[]
  /** [year] is the current year. */
  footerCopyright?: string
}

/** Reports whether the market's site shows an item. */
export function isShown({ kind }: Pick<Market, 'kind'>, item: Visibility): boolean {
  return kind === 'us' || !!(kind === 'canada' ? item.showOnCanadaSite : item.showOnInternationalSite)
}

/** Returns the items that the market's site shows. */
export function shownIn<Item extends Visibility>(market: Market, items: readonly Item[] | undefined): Item[] {
  return (items ?? []).filter((item) => isShown(market, item))
}

/** Returns the navigation entries that the market's site shows now. Submenus with fewer than two entries are dropped. */
export function menuEntries(
  market: Market,
  items: readonly MenuItem[] | undefined,
  holiday: boolean,
): MenuItem[] {
  return shownIn(market, items).map((item) => {
    const entries = shownIn(market, item.subTitles).filter((sub) => holiday || !sub.holidayOnly)
    return { ...item, subTitles: entries.length > 1 ? entries : [] }
  })
}

/** Reports whether a path is a file rather than a route. */
export const isFile = (path: string) => /\.\w+$/.test(path)

interface ResolvedLink {
  href: string
  /** An external URL or a file, not a route. */
  needsPageLoad: boolean
}

/** Resolves a URL of the content for a market's site; pages that the site lacks link to the brand's first site. */
export function resolveLink(
  market: Pick<Market, 'kind' | 'prefix'>,
  { url, as, external }: Pick<MenuItem, 'url' | 'as' | 'external'>,
): ResolvedLink {
  const path = as ?? url
  if (external || !path.startsWith('/')) return { href: path, needsPageLoad: true }
  const page = pageOf(path.replace(/[?#].*/, ''))
  if (page && !hasPage(market, page)) return { href: brand.site + path, needsPageLoad: true }
  return { href: market.prefix + path, needsPageLoad: isFile(path) }
}
