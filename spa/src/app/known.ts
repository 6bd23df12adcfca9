import { api } from '../api/api'

/** What the API has answered to the page that was rendered on the server, by the key of each question in the cache. */
export type Known = Record<string, { endpointName: string; originalArgs: unknown; data: unknown }>

/** Of the state of a store what the API has answered. An answer that failed makes no page: it is thrown. */
export function knownTo(state: { [api.reducerPath]: unknown }): Known {
  const { queries } = state[api.reducerPath] as {
    queries: Record<string, { status: string; error?: unknown; endpointName: string } & Known[string]>
  }
  return Object.fromEntries(
    Object.entries(queries).map(([key, { status, error, endpointName, originalArgs, data }]) => {
      if (status !== 'fulfilled') throw new Error(`${key} is ${status}: ${JSON.stringify(error)}`)
      return [key, { endpointName, originalArgs, data }]
    }),
  )
}

/** The same as the first state of a store. It is of long ago: who looks at it asks again behind it. */
export function cacheOf(known: Known) {
  const queries = Object.fromEntries(
    Object.entries(known).map(([key, answer]) => [
      key,
      { ...answer, status: 'fulfilled', requestId: 'published', startedTimeStamp: 1, fulfilledTimeStamp: 1 },
    ]),
  )
  return { [api.reducerPath]: { queries } as unknown as ReturnType<typeof api.reducer> }
}
