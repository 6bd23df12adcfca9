import type { Plugin } from 'vite'
import { brand } from './brand.ts'

/**
 * What robots may ask for, from the first moment of a site: /robots.txt. An order is nobody's to list. Its pages say noindex by themselves,
 * which a robot that may not ask for them would not read: only calls are kept from it.
 */
const said = `User-agent: *
Disallow: /api/
Allow: /api/online-ordering/locations/
Disallow: /content/graphql

Sitemap: ${brand.site}/sitemap.xml
`

export function robots(): Plugin {
  return {
    name: 'robots',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: said })
    },
  }
}
