// Writes the press blog's Atom feed (RFC 4287) of each market that has a blog.
import { postsOf, sayer } from './pages.mjs'
import { escaped } from './sitemap.mjs'

const instant = (date) => `${date}T00:00:00Z`

/** Returns the feed of a market with these posts, newest first. Go tests call it directly. */
export function atom({ brand, market, ogImageOf }, paths, posts) {
  const at = (path) => escaped(brand.site.replace(/\/$/, '') + path)
  const shown = (card) => (card ? `\n    <media:thumbnail url="${at(card.url)}" width="${card.width}" height="${card.height}"/>` : '')
  const entries = posts.map(
    ({ slug, title, summary, author, date, updated, picture }) => `  <entry>
    <id>${at(paths.post(slug))}</id>
    <title>${escaped(title)}</title>
    <link href="${at(paths.post(slug))}"/>
    <author><name>${escaped(author)}</name></author>
    <published>${instant(date)}</published>
    <updated>${instant(updated)}</updated>
    <summary>${escaped(summary)}</summary>${shown(ogImageOf(picture))}
  </entry>
`,
  )
  const blog = `${sayer(brand, market.locale)('press', 'title')} | ${brand.name}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${market.lang}">
  <id>${at(paths.page('blog'))}</id>
  <title>${escaped(blog)}</title>
  <link href="${at(paths.page('blog'))}"/>
  <link rel="self" href="${at(paths.feed)}"/>
  <updated>${instant(posts.map(({ updated }) => updated).sort().at(-1))}</updated>
${entries.join('')}</feed>
`
}

/** Writes the feed of each market with posts. */
export async function feeds({ brand, markets, hasPage, pathsOf, ogImageOf }, origin, folder, write) {
  for (const market of markets.filter((one) => hasPage(one, 'blog'))) {
    const { items: posts } = await postsOf(origin, { brand, market })
    const paths = pathsOf(market)
    if (posts.length > 0) write(folder, paths.feed, atom({ brand, market, ogImageOf }, paths, posts))
  }
}
