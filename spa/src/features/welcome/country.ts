import { api } from '../../api/api'

/** Country of the guest, if known (specification §7). Separate from the order's API calls, because first visits request it. */
const countryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Country code, or undefined if unknown. */
    country: build.query<string | undefined, void>({
      query: () => '/getGeoFromIp',
      transformResponse: ({ country }: { country?: string }) => country,
    }),
  }),
})

export const { useCountryQuery } = countryApi
