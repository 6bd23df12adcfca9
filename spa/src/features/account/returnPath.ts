import type { Market } from '../../market/market'
import { marketOf } from '../../market/market'
import { pageOf, pathsOf } from '../../market/paths'

/** Pages that lead on to their own `return`. */
const transit: ReadonlySet<string | undefined> = new Set([
  'login',
  'signup',
  'forgotPassword',
  'setPassword',
  'confirmEmail',
])

/**
 * Returns the path with query to which the guest returns: the parameter `return` of the page's query if it is a page of this country's
 * site, in any of its languages; otherwise the home page.
 */
export function returnPath(search: string, market: Market): string {
  const path = new URLSearchParams(search).get('return') ?? ''
  // Browsers read //host and /\host as other sites, and drop control characters.
  const isLocal = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
  const { pathname, search: next } = new URL(isLocal ? path : '/', location.origin)
  if (!isLocal || marketOf(pathname).country !== market.country) return pathsOf(market).home
  return transit.has(pageOf(pathname)) ? returnPath(next, market) : path
}
