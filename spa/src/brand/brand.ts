declare const __BRAND__: BrandRecord

/** The record of a brand and what its site needs to know (shared/brand/brands/<folderPath>/brand.json). */
export interface BrandRecord {
  id: number
  folderPath: string
  title: string
  shortTitle: string
  webUrl: string
  slug: string
  platformId: string
  tenantId: string
  countries: string[]
  phones: { guests: string; catering: string }
  appBanner: boolean
  promoBanner: boolean
  rewards: boolean
  cuisine: string[]
  priceRange: string
  themeColor: string
  fonts: string
  burgers: boolean
  tiles?: Tiles
}

/** Where a street map comes from. */
export interface Tiles {
  /** Address of a MapLibre style. */
  style: string
  /** Whom the map's makers want named. */
  attribution: string
  /** The names of all machines that it comes from, that of the style among them: the site's policy lets them in. */
  hosts: string[]
}

/** The record of the brand that is built. The build writes it into the site; what runs in Node alone, such as the build itself, finds it by BRAND. */
export const record: BrandRecord =
  typeof __BRAND__ === 'undefined' ? recordOf(process.env.BRAND || '3') : __BRAND__

/** Finds the record with an id in the folders of the brands. */
function recordOf(id: string): BrandRecord {
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  const folder = `${import.meta.dirname}/../../../shared/brand/brands`
  const records = readdirSync(folder).map(
    (name): BrandRecord => JSON.parse(readFileSync(`${folder}/${name}/brand.json`, 'utf8')),
  )
  const found = records.find((one) => String(one.id) === id)
  if (!found) throw new Error(`BRAND=${id}: there are ${records.map((one) => one.id).join(', ')}`)
  return found
}

/** What the merchant decides, not the code: the name, the record of specification §1 and the headers of §7. */
export const brand = {
  id: record.id,
  /** Of the brand's files: its colours, its logo, its content. */
  folderPath: record.folderPath,
  name: record.title,
  shortName: record.shortTitle,
  /** The brand in addresses: /company/work-for-bigdealburger. */
  slug: record.slug,
  /** The countries of specification §3 that have a site of the brand, beside the US; without CA there are no Canada pages. */
  countries: record.countries.filter((code) => code !== 'us').map((code) => code.toUpperCase()),
  /** "platform-id": which of the brand's sales channels is calling. */
  platformId: record.platformId,
  /** "X-Tenant-Id": fixed for the brand. */
  tenantId: record.tenantId,
  /** E.164. */
  phones: record.phones,
  /** Whether its app is promoted with a banner, where the restaurant is not in Canada. */
  appBanner: record.appBanner,
  /** Whether its first promotion is told to who comes back. */
  promoBanner: record.promoBanner,
  /** Whether it has something for regulars: then it says so, and its page of that is there (specification §2: My Rewards). */
  rewards: record.rewards,
  /** The public address of the site, which canonical links and structured data name wherever it is served from. */
  site: record.webUrl,
  /** What a phone's browser paints its own bars with. */
  themeColor: record.themeColor,
  /** What those show who show a link to a page that has no picture of its own. */
  ogImage: { url: '/og.png', width: 1200, height: 630 },
  cuisine: record.cuisine,
  /** "$$" of specification §9. */
  priceRange: record.priceRange,
  /** A street map, for a brand that pays for one. Without it the restaurants stand on the map that we print ourselves. */
  tiles: record.tiles,
  /** Of its typefaces: a folder of brand/fonts. */
  fonts: record.fonts,
  /** Whether its home page is made of burgers: a layered one to start from, a line-up, one to build. */
  burgers: record.burgers,
}
