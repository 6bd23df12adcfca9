// sitemap.xml, one for each market and an index of them: what search engines are told of the published pages.
import { createHash } from 'node:crypto'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const xml = (element, namespaces, entries) => `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>\n${entries.join('\n')}\n</${element}>\n`

/** The name of a market's sitemap. */
const nameOf = ({ prefix }) => `sitemap${prefix.replaceAll('/', '-') || '-us'}.xml`

/** So many addresses may stand in one file (sitemaps.org). */
const most = 50_000

/**
 * The files by their names. A page is { path, market, alternates, said }: a market's prefix, the same page on others' sites, and what it
 * says in short. Its date is the day on which it last said something else, as `before` knows, lastmod.json of the last time.
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

/** The file in which the next time finds the dates of this one. */
export const lastmod = 'lastmod.json'

/** What the head and the text of a page say, in short: the build's names of files are not in it. */
export const saidBy = ({ head, body }) => createHash('sha256').update(head + body.replaceAll(/<[^>]+>/g, ' ')).digest('base64url').slice(0, 16)

/** The same page on others' sites, as its head names them. */
export const alternatesOf = ({ head }) => [...head.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)].map(([, lang, href]) => ({ lang, href }))
