import { regionsOf } from '../../market/regions'

interface Residence {
  country: string
  region: string
}

/** Whether a residence in a country with states or provinces names one. */
export const hasRegion = ({ country, region }: Residence) =>
  region !== '' || regionsOf(country, 'en').length === 0
