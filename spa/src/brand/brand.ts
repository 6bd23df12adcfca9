declare const __BRAND__: ReturnType<typeof settingsOf>
declare const __BUILD_SETTINGS__: ReturnType<typeof buildSettingsOf>

/** The part of a brand's record that its site needs (shared/brand/brands/<folderPath>/brand.json). */
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
  flags: { loyalty: boolean; rewards: boolean; mystery: boolean }
  cuisine: string[]
  priceRange: string
  themeColor: string
  fonts: string
  burgers: boolean
  tiles?: Tiles
}

/** Source of a street map. */
export interface Tiles {
  /** URL of a MapLibre style. */
  style: string
  /** Attribution that the map's provider requires. */
  attribution: string
  /** All host names of the map, including the style's; the site's CSP allows them. */
  hosts: string[]
}

/** Returns the record of the brand from the brands' folders. */
function readRecord(id = process.env.BRAND || '3'): BrandRecord {
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  const folder = `${import.meta.dirname}/../../../shared/brand/brands`
  const records = readdirSync(folder).map(
    (name): BrandRecord => JSON.parse(readFileSync(`${folder}/${name}/brand.json`, 'utf8')),
  )
  const found = records.find((one) => String(one.id) === id)
  if (!found) throw new Error(`BRAND=${id}: there are ${records.map((one) => one.id).join(', ')}`)
  return found
}

/** Returns the settings of a brand: its name, the record of specification §1 and the headers of §7. */
const settingsOf = (record: BrandRecord) => ({
  id: record.id,
  name: record.title,
  shortName: record.shortTitle,
  /** The brand's name in URLs: /company/work-for-bigdealburger. */
  slug: record.slug,
  /** Countries of specification §3 with a site of the brand, in addition to the US; without CA there are no Canada pages. */
  countries: record.countries.filter((code) => code !== 'us').map((code) => code.toUpperCase()),
  /** "platform-id" header: the brand's sales channel. */
  platformId: record.platformId,
  /** "X-Tenant-Id" header, fixed for the brand. */
  tenantId: record.tenantId,
  /** E.164. */
  phones: record.phones,
  /** Whether its app is promoted with a banner, outside Canada. */
  appBanner: record.appBanner,
  /** Whether its first promotion is shown to returning guests. */
  promoBanner: record.promoBanner,
  /** Whether it has a loyalty programme; then its page and the mentions of it are shown (specification §2: My Rewards). */
  loyalty: record.flags.loyalty,
  /** Whether its customers are given rewards: birthdays, achievements and so on. */
  rewards: record.flags.rewards,
  /** Whether wrapped ones are among them. */
  mystery: record.flags.mystery,
  /** Public origin of the site, used in canonical links and structured data regardless of the serving host. */
  site: record.webUrl,
  /** Default Open Graph image of pages without a picture. */
  ogImage: { url: '/og.png', width: 1200, height: 630 },
  cuisine: record.cuisine,
  /** "$$" of specification §9. */
  priceRange: record.priceRange,
  /** Street map source, for brands with a tile provider. Without it the site draws its own map. */
  tiles: record.tiles,
  /** Whether the home page shows burgers: a layered hero, a line-up and an editor. */
  burgers: record.burgers,
})

/** Returns the brand's settings that only the build and publishing need. */
const buildSettingsOf = (record: BrandRecord) => ({
  /** Folder of the brand's files: colours, logo, content. */
  folderPath: record.folderPath,
  /** Folder of its fonts below brand/fonts. */
  fonts: record.fonts,
  /** Colour of the browser's UI on phones. */
  themeColor: record.themeColor,
})

/** Settings of the brand being built. The build inlines them; code that runs only in Node, such as the build itself, reads BRAND. */
export const brand = typeof __BRAND__ === 'undefined' ? settingsOf(readRecord()) : __BRAND__

/** Build settings of the same brand. Browsers do not load them. */
export const buildSettings =
  typeof __BUILD_SETTINGS__ === 'undefined' ? buildSettingsOf(readRecord()) : __BUILD_SETTINGS__
