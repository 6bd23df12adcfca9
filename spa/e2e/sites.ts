/** Sites that the journeys and audits visit, each with locations of its country. */
export interface Site {
  name: string
  prefix: string
  locale: string
  location: string
  store: string
  /** Name, city and postal code of that location. */
  called: string
  city: string
  state: string
  /** Path of the city's page. */
  town: string
  zip: string
  /** Another location of the country, without curbside. */
  other: { location: string; store: string; called: string }
  /** A location that is closed on Mondays. */
  mondays: string
  /** A location without brisket. */
  soldOutAt: string
  /** Billing address of the guest's card. */
  billing: { city: string; state: string; zip: string }
  phone: string
}

const canada = {
  other: { location: 'bdb-1019', store: 'byward-market-ottawa', called: 'ByWard Market' },
  mondays: 'bdb-1021',
  soldOutAt: 'saint-roch-quebec',
  billing: { city: 'Montréal', state: 'QC', zip: 'H2W 1Z4' },
  phone: '514 555-0120',
}

export const en: Site = {
  name: 'en',
  prefix: '',
  locale: 'en',
  location: 'bdb-1001',
  store: 'brookside-tulsa',
  called: 'Brookside',
  city: 'Tulsa',
  state: 'Oklahoma',
  town: 'oklahoma/tulsa',
  zip: '74105',
  other: { location: 'bdb-1010', store: 'blue-dome-tulsa', called: 'Blue Dome' },
  mondays: 'bdb-1013',
  soldOutAt: 'brookside-tulsa',
  billing: { city: 'Tulsa', state: 'OK', zip: '74105' },
  phone: '(918) 555-0141',
}

export const enCa: Site = {
  ...canada,
  name: 'en-ca',
  prefix: '/ca/en-ca',
  locale: 'en-ca',
  location: 'bdb-1018',
  store: 'queen-west-toronto',
  called: 'Queen West',
  city: 'Toronto',
  state: 'Ontario',
  town: 'ontario/toronto',
  zip: 'M6J 1E3',
}

export const frCa: Site = {
  ...canada,
  name: 'fr-ca',
  prefix: '/ca/fr-ca',
  locale: 'fr-ca',
  location: 'bdb-1020',
  store: 'plateau-mont-royal-montreal',
  called: 'Plateau-Mont-Royal',
  city: 'Montréal',
  state: 'Québec',
  town: 'quebec/montreal',
  zip: 'H2W 1Z4',
}

export const sites: readonly Site[] = [en, enCa, frCa]
