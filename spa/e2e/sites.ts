/** Sites that the journeys and audits visit, each with locations of its country. */
export interface Site {
  name: string
  prefix: string
  locale: string
  /** The location that the tests order from: its id, slug, name, city, state and postal code. */
  location: string
  slug: string
  locationName: string
  city: string
  state: string
  /** Path of the city's page. */
  cityPath: string
  zip: string
  /** Another location of the country, without curbside. */
  other: { location: string; slug: string; locationName: string }
  /** A location that is closed on Mondays. */
  closedOnMondays: string
  /** A location without brisket. */
  slugWithoutBrisket: string
  /** Billing address of the guest's card. */
  billing: { city: string; state: string; zip: string }
  phone: string
}

const canada = {
  other: { location: 'bdb-1019', slug: 'byward-market-ottawa', locationName: 'ByWard Market' },
  closedOnMondays: 'bdb-1021',
  slugWithoutBrisket: 'saint-roch-quebec',
  billing: { city: 'Montréal', state: 'QC', zip: 'H2W 1Z4' },
  phone: '514 555-0120',
}

export const en: Site = {
  name: 'en',
  prefix: '',
  locale: 'en',
  location: 'bdb-1001',
  slug: 'brookside-tulsa',
  locationName: 'Brookside',
  city: 'Tulsa',
  state: 'Oklahoma',
  cityPath: 'oklahoma/tulsa',
  zip: '74105',
  other: { location: 'bdb-1010', slug: 'blue-dome-tulsa', locationName: 'Blue Dome' },
  closedOnMondays: 'bdb-1013',
  slugWithoutBrisket: 'brookside-tulsa',
  billing: { city: 'Tulsa', state: 'OK', zip: '74105' },
  phone: '(918) 555-0141',
}

export const enCa: Site = {
  ...canada,
  name: 'en-ca',
  prefix: '/ca/en-ca',
  locale: 'en-ca',
  location: 'bdb-1018',
  slug: 'queen-west-toronto',
  locationName: 'Queen West',
  city: 'Toronto',
  state: 'Ontario',
  cityPath: 'ontario/toronto',
  zip: 'M6J 1E3',
}

export const frCa: Site = {
  ...canada,
  name: 'fr-ca',
  prefix: '/ca/fr-ca',
  locale: 'fr-ca',
  location: 'bdb-1020',
  slug: 'plateau-mont-royal-montreal',
  locationName: 'Plateau-Mont-Royal',
  city: 'Montréal',
  state: 'Québec',
  cityPath: 'quebec/montreal',
  zip: 'H2W 1Z4',
}

export const sites: readonly Site[] = [en, enCa, frCa]
