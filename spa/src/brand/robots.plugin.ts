import type { Plugin } from 'vite'
import { brand } from './brand.ts'

/** Serves /robots.txt. It disallows only the API. Order pages must stay crawlable, because their noindex is in the page. */
const rules = `User-agent: *
Disallow: /api/
Allow: /api/online-ordering/locations/
Disallow: /content/graphql
Disallow: /graphql

Sitemap: ${brand.site}/sitemap.xml
`

export function robots(): Plugin {
  return {
    name: 'robots',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: rules })
    },
  }
}
