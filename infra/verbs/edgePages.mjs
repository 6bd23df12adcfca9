// Writes infra/edge/pages.json from the routes of the site (spa/src/market/paths.ts), for CloudFront's function and the local server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'

const { brand } = await import('../../spa/src/brand/brand.ts')
const { categories, hasPage, patterns, soonCategories } = await import('../../spa/src/market/paths.ts')

const kinds = ['us', 'canada', 'international']
const pages = { [kinds.join(' ')]: ['/'] } // paths by the kinds of markets that have them; a star is one segment
for (const [name, pattern] of Object.entries(patterns)) {
  const path = `/${pattern.replace(/:\w+/g, '*').replace(brand.slug, '*')}`
  const key = kinds.filter((kind) => hasPage({ kind }, name)).join(' ')
  pages[key] = [...(pages[key] ?? []), path]
}
const table = { pages, orderable: categories, soon: soonCategories }
writeFileSync(join(root, 'infra/edge/pages.json'), `${JSON.stringify(table, null, 2)}\n`)
