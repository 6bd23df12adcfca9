// Builds sitemap.xml: one for each market and an index.
import { createHash } from 'node:crypto'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const xml = (element, namespaces, entries) => `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>\n${entries.join('\n')}\n</${element}>\n`

/** Returns the name of a market's sitemap. */
const nameOf = ({ prefix }) => `sitemap${prefix.replaceAll('/', '-') || '-us'}.xml`

/** The maximum number of addresses in one file (sitemaps.org). */
const most = 50_000

/**
 * Returns the files by name. A page is { path, market, alternates, said }: a market's prefix, the same page on other sites, and a hash of
 * its content. Its date is the day of its last change, from `before`, the previous lastmod.json.
 */
export function sitemaps(site, pages, { before, today }) {
  const dates = Object.fromEntries(pages.map(({ path, said }) => [path, before[path]?.said === said ? before[path] : { said, day: today }]))
  const files = {}
  const parts = []
  for (const market of site.markets) {
    const own = pages.filter((page) => page.market === market.prefix)
    for (let n = 0; n * most < own.length; n++) {
      const share = own.slice(n * most, (n + 1) * most)
      const name = n ? nameOf(market).replace('.xml', `-${n + 1}.xml`) : nameOf(market)
      const entries = share.map(({ path, alternates }) => {
        const links = alternates.map(({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escaped(href)}"/>`)
        return `<url><loc>${escaped(site.canonical(path))}</loc><lastmod>${dates[path].day}</lastmod>${links.join('')}</url>`
      })
      files[name] = xml('urlset', ' xmlns:xhtml="http://www.w3.org/1999/xhtml"', entries)
      const last = share.map(({ path }) => dates[path].day).sort().at(-1)
      parts.push(`<sitemap><loc>${escaped(site.canonical(`/${name}`))}</loc><lastmod>${last}</lastmod></sitemap>`)
    }
  }
  files['sitemap.xml'] = xml('sitemapindex', '', parts)
  files[lastmod] = JSON.stringify(dates)
  return files
}

/** The file with the pages' dates, read by the next publish. */
export const lastmod = 'lastmod.json'

/** Returns a hash of a page's head and text. It does not include the build's file names. */
export const saidBy = ({ head, body }) => createHash('sha256').update(head + body.replaceAll(/<[^>]+>/g, ' ')).digest('base64url').slice(0, 16)

/** Returns the same page on other sites, from its head. */
export const alternatesOf = ({ head }) => [...head.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)].map(([, lang, href]) => ({ lang, href }))
