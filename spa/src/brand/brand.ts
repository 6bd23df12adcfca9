import bigDeal from '../../../shared/brand/brands/big-deal-burger/brand.json' with { type: 'json' }
import harborLight from '../../../shared/brand/brands/harbor-light-grill/brand.json' with { type: 'json' }

declare const __BRAND__: string

/** The id of the brand that is built, BRAND; what runs in Node alone, such as the build itself, reads it from there. */
const id = typeof __BRAND__ === 'undefined' ? process.env.BRAND : __BRAND__

/** The record of the brand and what its site needs to know, as its data has it (shared/brand). The build leaves the others' out. */
const record = id === '1' ? harborLight : bigDeal

/** Where a street map comes from. */
export interface Tiles {
  /** Address of a MapLibre style. */
  style: string
  /** Whom the map's makers want named. */
  attribution: string
  /** The names of all machines that it comes from, that of the style among them: the site's policy lets them in. */
  hosts: string[]
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
  tiles: (record as { tiles?: Tiles }).tiles,
}
