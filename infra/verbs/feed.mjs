// Writes the press blog's Atom feed (RFC 4287) of each market that has a blog.
import { postsOf, translator } from './pages.mjs'
import { escapeXML } from './sitemap.mjs'

const instant = (date) => `${date}T00:00:00Z`

/** Returns the feed of a market with these posts, newest first. Go tests call it directly. */
export function atom({ brand, market, ogImageOf }, paths, posts) {
  const urlOf = (path) => escapeXML(brand.site.replace(/\/$/, '') + path)
  const thumbnail = (card) =>
    card ? `\n    <media:thumbnail url="${urlOf(card.url)}" width="${card.width}" height="${card.height}"/>` : ''
  const entries = posts.map(
    ({ slug, title, summary, author, date, updated, picture }) => `  <entry>
    <id>${urlOf(paths.post(slug))}</id>
    <title>${escapeXML(title)}</title>
    <link href="${urlOf(paths.post(slug))}"/>
    <author><name>${escapeXML(author)}</name></author>
    <published>${instant(date)}</published>
    <updated>${instant(updated)}</updated>
    <summary>${escapeXML(summary)}</summary>${thumbnail(ogImageOf(picture))}
  </entry>
`,
  )
  const blog = `${translator(brand, market.locale)('press', 'title')} | ${brand.name}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${market.lang}">
  <id>${urlOf(paths.page('blog'))}</id>
  <title>${escapeXML(blog)}</title>
  <link href="${urlOf(paths.page('blog'))}"/>
  <link rel="self" href="${urlOf(paths.feed)}"/>
  <updated>${instant(posts.map(({ updated }) => updated).sort().at(-1))}</updated>
${entries.join('')}</feed>
`
}

/** Writes the feed of each market with posts. */
export async function writeFeeds({ brand, markets, hasPage, pathsOf, ogImageOf }, origin, folder, write) {
  for (const market of markets.filter((market) => hasPage(market, 'blog'))) {
    const { items: posts } = await postsOf(origin, { brand, market })
    const paths = pathsOf(market)
    if (posts.length > 0) write(folder, paths.feed, atom({ brand, market, ogImageOf }, paths, posts))
  }
}
