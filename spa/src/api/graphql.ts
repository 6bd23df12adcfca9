import type { Market } from '../market/market'

/** The graph endpoint that serves content (specification §7); a call of it is no path of the REST helper. */
export const graphqlPath = '/content/graphql'

/** What a query of it is asked for: the language of the page. */
export interface LocaleVariables {
  locale: Market['locale']
}

/** A call of the graph endpoint. */
export const graphqlRequest = (operationName: string, query: string, variables: object) => ({
  url: graphqlPath,
  method: 'POST',
  body: { operationName, query, variables },
})

/** An answer without what is empty, which the schema sends as "", [], 0, false or null: a page's state is a third of it. */
export function omitEmpty<T>(value: T): T {
  if (Array.isArray(value)) return value.map(omitEmpty) as T
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([, v]) => (Array.isArray(v) ? v.length > 0 : v))
  return Object.fromEntries(kept.map(([name, v]) => [name, omitEmpty(v)])) as T
}
