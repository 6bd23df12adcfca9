// Writes the PDFs of a published site: the menu and the policies.
import { join } from 'node:path'
import { write } from '../build.mjs'
import { getJSON, queryContent, translator } from '../pages.mjs'
import { menuPDF } from './menuPDF.mjs'
import { policyPDF } from './policyPDF.mjs'

const spanFields = '{text href}'
const pageQuery = `query Pages($locale:String!,$slug:String!){
  page(locale:$locale,slug:$slug){
    title description updated
    blocks{
      kind level ordered text${spanFields} items${spanFields} head${spanFields} rows${spanFields}
      facts{number label} faq{q a${spanFields}} steps{title text} cta{label url}
    }
  }
}`
const policiesQuery = `query Pages($locale:String!){
  footer(locale:$locale){policies{url pdf showOnCanadaSite showOnInternationalSite}}
}`

/** Writes the PDFs of each market into its pages folder. */
export async function publishPDFs({ brand: settings, buildSettings, formatFullDate, markets, pathsOf }, origin, folder) {
  const brand = { ...settings, ...buildSettings }
  for (const market of markets) {
    const { lang, locale, acceptsOrders, prefix } = market
    const site = { brand, market }
    const t = translator(brand, locale)
    const paths = pathsOf(market)
    const address = (path) => (path.startsWith('/') ? brand.site + prefix + path : path)
    if (acceptsOrders) {
      const number = (n) => n.toLocaleString(lang)
      const headers = { 'brand-id': String(brand.id), 'country-alpha-2': market.country, 'Accept-Language': locale }
      const { menus: all } = await getJSON(origin, '/locations/menus', headers)
      const menus = all.filter(({ sections }) => sections.length > 0)
      const date = new Date(new Date().toISOString().slice(0, 10)) // the same file all day
      write(join(folder, paths.menuDocument), await menuPDF({ brand, lang, date, menus, t, number, address: brand.site + paths.page('menuPage') }))
    }
    const { footer } = await queryContent(origin, site, policiesQuery, { locale })
    const isShown = { us: () => true, canada: (policy) => policy.showOnCanadaSite, international: (policy) => policy.showOnInternationalSite }[market.kind]
    for (const { url, pdf } of footer.policies.filter((policy) => policy.pdf.startsWith('/') && isShown(policy))) {
      const { page } = await queryContent(origin, site, pageQuery, { locale, slug: url.slice(1) })
      if (!page) throw new Error(`The footer in ${locale} lists ${pdf}, but the page ${url} does not exist`)
      const date = new Date(page.updated)
      const updated = formatFullDate(page.updated, lang)
      write(join(folder, prefix + pdf), await policyPDF({ brand, lang, page, url, date, updated, address }))
    }
  }
}
