// Writes the PDFs of a published site: the menu and the policies.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ask, askGraph, sayer } from '../pages.mjs'
import { menuPaper } from './menu.mjs'
import { policyPaper } from './policy.mjs'

const text = '{text href}'
const pageQuery = `query Pages($locale:String!,$slug:String!){
  page(locale:$locale,slug:$slug){
    title description updated
    blocks{
      kind level ordered text${text} items${text} head${text} rows${text}
      facts{number label} faq{q a${text}} steps{title text} cta{label url}
    }
  }
}`
const policiesQuery = `query Pages($locale:String!){
  footer(locale:$locale){policies{url pdf showOnCanadaSite showOnInternationalSite}}
}`

/** Writes the PDFs of each market into its pages folder. */
export async function papers({ brand, formatFullDate, markets, pathsOf }, origin, folder) {
  const write = (path, data) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, data)
  }
  for (const market of markets) {
    const { lang, locale, acceptsOrders, prefix } = market
    const of = { brand, market }
    const say = sayer(brand, locale)
    const paths = pathsOf(market)
    const address = (path) => (path.startsWith('/') ? brand.site + prefix + path : path)
    if (acceptsOrders) {
      const number = (n) => n.toLocaleString(lang)
      const headers = { 'brand-id': String(brand.id), 'country-alpha-2': market.country, 'Accept-Language': locale }
      const { menus: all } = await ask(origin, '/locations/menus', headers)
      const menus = all.filter(({ sections }) => sections.length > 0)
      const date = new Date(new Date().toISOString().slice(0, 10)) // the same file all day
      write(paths.menuDocument, await menuPaper({ brand, lang, date, menus, say, number, address: brand.site + paths.page('menuPage') }))
    }
    const { footer } = await askGraph(origin, of, policiesQuery, { locale })
    const shown = { us: () => true, canada: (policy) => policy.showOnCanadaSite, international: (policy) => policy.showOnInternationalSite }[market.kind]
    for (const { url, pdf } of footer.policies.filter((policy) => policy.pdf.startsWith('/') && shown(policy))) {
      const { page } = await askGraph(origin, of, pageQuery, { locale, slug: url.slice(1) })
      if (!page) throw new Error(`The footer in ${locale} has ${pdf} made of ${url}, which is no page`)
      const date = new Date(page.updated)
      const updated = formatFullDate(page.updated, lang)
      write(prefix + pdf, await policyPaper({ brand, lang, page, date, updated, address }))
    }
  }
}
