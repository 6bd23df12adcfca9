// Builds sitemap.xml: one for each market and an index.
import { createHash } from 'node:crypto'

/** Escapes a text for XML. It replaces control characters, which XML does not allow even escaped. */
export const escapeXML = (text) =>
  text.replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ' ').replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

const sitemap = (element, entries, namespaces = '') => `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>
${entries.join('\n')}
</${element}>
`

/** The maximum number of addresses in one file (sitemaps.org). */
const maxURLs = 50_000

/**
 * Returns the files by name. A page is { path, market, alternates, said }: a market's prefix, the same page on other sites, and a hash of
 * its content. Its date is the day of its last change, from `before`, the previous lastmod.json.
 */
export function sitemaps(site, pages, { before, today }) {
  const dates = Object.fromEntries(pages.map(({ path, said }) => [path, before[path]?.said === said ? before[path] : { said, day: today }]))
  const files = {}
  const parts = []
  for (const { prefix } of site.markets) {
    const pagesOfMarket = pages.filter((page) => page.market === prefix)
    for (let n = 0; n * maxURLs < pagesOfMarket.length; n++) {
      const share = pagesOfMarket.slice(n * maxURLs, (n + 1) * maxURLs)
      const name = `sitemap${prefix.replaceAll('/', '-') || '-us'}${n ? `-${n + 1}` : ''}.xml`
      const entries = share.map(({ path, alternates }) => {
        const links = alternates.map(({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeXML(href)}"/>`)
        return `<url><loc>${escapeXML(site.canonical(path))}</loc><lastmod>${dates[path].day}</lastmod>${links.join('')}</url>`
      })
      files[name] = sitemap('urlset', entries, ' xmlns:xhtml="http://www.w3.org/1999/xhtml"')
      const last = share.map(({ path }) => dates[path].day).sort().at(-1)
      parts.push(`<sitemap><loc>${escapeXML(site.canonical(`/${name}`))}</loc><lastmod>${last}</lastmod></sitemap>`)
    }
  }
  return { ...files, 'sitemap.xml': sitemap('sitemapindex', parts), [lastmod]: JSON.stringify(dates) }
}

/** The file with the pages' dates, read by the next publish. */
export const lastmod = 'lastmod.json'

/** Returns a page's entry: a hash of its head and text, without the build's file names, and the same page on other sites. */
export const entryOf = (path, { head, body, state }) => ({
  path,
  market: state.market,
  alternates: [...head.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)].map(([, lang, href]) => ({ lang, href })),
  said: createHash('sha256').update(head + body.replaceAll(/<[^>]+>/g, ' ')).digest('base64url').slice(0, 16),
})
