// Writes the inputs of CloudFront's function and the local server: infra/edge/pages.json from the site's routes (spa/src/market/paths.ts),
// and the minified script of the function.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'
import { root } from './build.mjs'

const { brand } = await import('../../spa/src/brand/brand.ts')
const { categories, soonCategories } = await import('../../spa/src/market/categories.ts')
const { hasPage, patterns } = await import('../../spa/src/market/paths.ts')

const kinds = ['us', 'canada', 'international']
const pages = { [kinds.join(' ')]: ['/'] } // paths by the kinds of markets that have them; * is one segment
for (const [name, pattern] of Object.entries(patterns)) {
  const path = `/${pattern.replace(/:\w+/g, '*').replace(brand.slug, '*')}`
  const key = kinds.filter((kind) => hasPage({ kind }, name)).join(' ')
  pages[key] = [...(pages[key] ?? []), path]
}
const table = { pages, orderable: categories, soon: soonCategories }
const edge = join(root, 'infra', 'edge')
writeFileSync(join(edge, 'pages.json'), `${JSON.stringify(table, null, 2)}\n`)
const script = ['redirects.js', 'pages.js'].map((name) => readFileSync(join(edge, name), 'utf8')).join('')
// Keep top-level names: edge.go sets values of these names before the script. es2015, because CloudFront runs no newer syntax.
const { code } = minifySync('pages.js', script, { module: false, compress: { target: 'es2015' } })
writeFileSync(join(edge, 'pages.min.js'), `// Made by npm run gen of redirects.js and pages.js.\n${code}\n`)
