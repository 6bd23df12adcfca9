import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Span } from '../../api/content'
import { isFile } from '../../market/navigation'
import { hasPage, pageOf } from '../../market/paths'
import { useMarket } from '../../market/useMarket'

/** A run of text with its marks and links. */
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

/** A link of the content: its own pages are those of the guest's market, and what that market does not have is only words. */
function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const to = useContentPath(href)
  if (!to) return children
  if (!href.startsWith('/') || isFile(href)) return <a href={to}>{children}</a>
  return <Link to={to}>{children}</Link>
}

/** Where an address of the content leads on the guest's site; undefined when that site has no such page. */
export function useContentPath(href: string): string | undefined {
  const market = useMarket()
  if (!href.startsWith('/')) return href
  const [path = ''] = href.split(/[?#]/)
  const page = pageOf(path)
  if (page && !hasPage(market, page)) return undefined
  return path === '/' ? market.prefix || '/' : market.prefix + href
}
