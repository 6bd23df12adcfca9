/** Where a street map comes from. */
export interface Tiles {
  /** Address of a MapLibre style. */
  style: string
  /** Whom the map's makers want named. */
  attribution: string
}

/** What the merchant decides, not the code: the name, the record of specification §1 and the headers of §7. */
export const brand = {
  id: 3,
  name: 'Big Deal Burger',
  /** The brand in addresses: /company/work-for-bigdealburger. */
  slug: 'bigdealburger',
  /** The countries of specification §3 that have a site of the brand, beside the US; without CA there are no Canada pages. */
  countries: ['CA', 'BR', 'JP', 'MX', 'AE', 'EG', 'PK', 'PH'] as readonly string[],
  /** "platform-id": which of the brand's sales channels is calling. */
  platformId: 'web',
  /** "X-Tenant-Id": fixed for the brand. */
  tenantId: 'big-deal-burger',
  /** E.164. */
  phones: { guests: '+18005550141', catering: '+18665550186' },
  /** Whether its app is promoted with a banner, where the restaurant is not in Canada. */
  appBanner: true,
  /** Whether the bar above the header tells its first promotion. */
  promoBanner: true,
  /** The public address of the site, which canonical links and structured data name wherever it is served from. */
  site: 'https://www.bigdealburger.example',
  /** What those show who show a link to a page that has no picture of its own. */
  ogImage: { url: '/og.png', width: 1200, height: 630 },
  cuisine: ['Burgers', 'Barbecue'],
  /** "$$" of specification §9. */
  priceRange: '$$',
  /** A street map, for a brand that pays for one; the site's policy must let its host in. Without it the restaurants stand on the map that we print ourselves. */
  tiles: undefined as Tiles | undefined,
} as const
