import { api } from '../api/api'

/** What the API has answered to a question. */
interface Answer {
  endpointName: string
  originalArgs: unknown
  data: unknown
  /** Without what was true only then: whoever looks at it asks again behind it. */
  partly?: boolean
}

/** What the API has answered to the page that was rendered on the server, by the key of each question in the cache. */
export type PublishedAnswers = Record<string, Answer>

/** Of the state of a store what the API has answered, those in the set only partly. One that failed makes no page: it is thrown. */
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

/** The same as the first state of a store. */
export function hydrate(known: PublishedAnswers) {
  const now = Date.now()
  const queries = Object.fromEntries(
    Object.entries(known).map(([key, { partly, ...answer }]) => {
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
