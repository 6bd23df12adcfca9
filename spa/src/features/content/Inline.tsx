import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Span } from '../../api/content'
import { isFile } from '../../market/navigation'
import { hasPage, pageOf } from '../../market/paths'
import { useMarket } from '../../market/useMarket'

/** Inline text with its formatting and links. */
export function Inline({ spans = [] }: { spans?: readonly Span[] }) {
  return spans.map((span, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order
    <Fragment key={i}>{marked(span)}</Fragment>
  ))
}

function marked({ text, strong, emphasis, href }: Span): ReactNode {
  let words: ReactNode = text
  if (emphasis) words = <em>{words}</em>
  if (strong) words = <strong>{words}</strong>
  return href ? <Anchor href={href}>{words}</Anchor> : words
}

/** Link in the content. Internal links get the market's prefix; a link to a page that the market does not have becomes plain text. */
function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const to = useContentPath(href)
  if (!to) return children
  if (!href.startsWith('/') || isFile(href)) return <a href={to}>{children}</a>
  return <Link to={to}>{children}</Link>
}

/** Returns the path on this site for a URL of the content; undefined if the site has no such page. */
export function useContentPath(href: string): string | undefined {
  const market = useMarket()
  if (!href.startsWith('/')) return href
  const [path = ''] = href.split(/[?#]/)
  const page = pageOf(path)
  if (page && !hasPage(market, page)) return undefined
  return path === '/' ? market.prefix || '/' : market.prefix + href
}
