/** The two sites that the audits visit: each with a restaurant of its country. */
export interface Site {
  name: string
  prefix: string
  locale: string
  location: string
  store: string
  city: string
  /** A restaurant that is out of brisket. */
  soldOutAt: string
}

export const sites: readonly Site[] = [
  {
    name: 'en',
    prefix: '',
    locale: 'en',
    location: 'bdb-1001',
    store: 'brookside-tulsa',
    city: 'Tulsa',
    soldOutAt: 'brookside-tulsa',
  },
  {
    name: 'fr-ca',
    prefix: '/ca/fr-ca',
    locale: 'fr-ca',
    location: 'bdb-1020',
    store: 'plateau-mont-royal-montreal',
    city: 'Montréal',
    soldOutAt: 'saint-roch-quebec',
  },
]
