import { brand } from '../brand/brand.ts'
import type { Market } from './market'
import { hasPage, pageOf } from './paths'

/** On whose sites something is shown besides the one of the US. */
export interface Visibility {
  showOnCanadaSite?: boolean
  showOnInternationalSite?: boolean
}

/** An entry of the main navigation, or of the submenu of one (specification §3). */
export interface MenuItem extends Visibility {
  id: string
  title: string
  url: string
  as?: string
  external?: boolean
  /** It opens the handoff chooser. */
  hasModal?: boolean
  icon?: string
  categoryId?: number
  /** Shown only while a holiday is on everywhere. */
  holidayOnly?: boolean
  subTitles?: readonly MenuItem[]
}

export interface FooterLink extends Visibility {
  id: string
  title: string
  url: string
  /** The address of the same as a file. */
  pdf?: string
}

/** A drawing that comes with the site. */
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
  /** A number in E.164 or a mail address. */
  contactInfo?: readonly { id: string; title: string; value: string }[]
  footerCta?: readonly { url: string; externalLink?: boolean; footerCtaImage: DrawnImage }[]
}

/** The foot of every page (specification §3). */
export interface FooterContent {
  columns?: readonly FooterColumn[]
  generalLinks?: readonly FooterLink[]
  policies?: readonly FooterLink[]
  /** [year] is the present one. */
  footerCopyright?: string
}

/** Whether the market's site shows something. */
export function isShown({ kind }: Pick<Market, 'kind'>, item: Visibility): boolean {
  return kind === 'us' || !!(kind === 'canada' ? item.showOnCanadaSite : item.showOnInternationalSite)
}

/** What of a list the market's site shows. */
export function shownIn<Item extends Visibility>(market: Market, items: readonly Item[] | undefined): Item[] {
  return (items ?? []).filter((item) => isShown(market, item))
}

/** The entries of the menu that the market's site shows now, with their submenus; a submenu of one entry is that entry alone. */
export function menuEntries(
  market: Market,
  items: readonly MenuItem[] | undefined,
  holiday: boolean,
): MenuItem[] {
  return shownIn(market, items).map((item) => {
    const below = shownIn(market, item.subTitles).filter((sub) => holiday || !sub.holidayOnly)
    return { ...item, subTitles: below.length > 1 ? below : [] }
  })
}

/** A file to be fetched, no page that the router knows. */
export const isFile = (path: string) => /\.\w+$/.test(path)

interface Way {
  href: string
  /** Another site, or a file: no page that the router knows. */
  leaves: boolean
}

/** Where an address of the content leads from a market's site: a page that this one lacks stands on the brand's first site. */
export function resolveLink(
  market: Pick<Market, 'kind' | 'prefix'>,
  { url, as, external }: Pick<MenuItem, 'url' | 'as' | 'external'>,
): Way {
  const path = as ?? url
  if (external || !path.startsWith('/')) return { href: path, leaves: true }
  const page = pageOf(path.replace(/[?#].*/, ''))
  if (page && !hasPage(market, page)) return { href: brand.site + path, leaves: true }
  return { href: market.prefix + path, leaves: isFile(path) }
}
