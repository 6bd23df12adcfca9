import { api } from '../../api/api'

/** Where the guest is, as far as that is known (specification §7). Apart from the calls of an order, for a first visit asks it. */
const countryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The code of a country, or nothing. */
    country: build.query<string | undefined, void>({
      query: () => '/getGeoFromIp',
      transformResponse: ({ country }: { country?: string }) => country,
    }),
  }),
})

export const { useCountryQuery } = countryApi
