import { api } from '../api/api'

/** A cached API response. */
interface Answer {
  endpointName: string
  originalArgs: unknown
  data: unknown
  /** The response lacks data that was valid only at build time: a page that uses it refetches in the background. */
  partly?: boolean
}

/** API responses that a prerendered page used, by cache key. */
export type PublishedAnswers = Record<string, Answer>

/**
 * Returns the API responses in a store's state; those in `partly` are marked as partial. Throws if a query failed, because the page
 * cannot be prerendered then.
 */
export function dehydrate(state: { [api.reducerPath]: unknown }, partly: WeakSet<object>): PublishedAnswers {
  const { queries } = state[api.reducerPath] as {
    queries: Record<string, { status: string; error?: unknown } & Answer>
  }
  return Object.fromEntries(
    Object.entries(queries).map(([key, { status, error, endpointName, originalArgs, data }]) => {
      if (status !== 'fulfilled') throw new Error(`${key} is ${status}: ${JSON.stringify(error)}`)
      return [key, { endpointName, originalArgs, data, partly: partly.has(Object(data)) || undefined }]
    }),
  )
}

/** Returns the preloaded store state for these responses. */
export function hydrate(answers: PublishedAnswers) {
  const now = Date.now()
  const queries = Object.fromEntries(
    Object.entries(answers).map(([key, { partly, ...answer }]) => {
      const at = partly ? 1 : now
      const whole = {
        status: 'fulfilled',
        requestId: 'published',
        startedTimeStamp: at,
        fulfilledTimeStamp: at,
      }
      return [key, { ...answer, ...whole }]
    }),
  )
  return { [api.reducerPath]: { queries } as unknown as ReturnType<typeof api.reducer> }
}
