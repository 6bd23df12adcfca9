import type { Market } from '../market/market'

/** GraphQL endpoint of the content (specification §7). It is not below the REST helper's paths. */
export const graphqlPath = '/content/graphql'

/** GraphQL endpoint of the signed-in customer's orders (specification §7). */
export const ordersGraphPath = '/graphql'

/** Variables of every query: the locale of the page. */
export interface LocaleVariables {
  locale: Market['locale']
}

/** Returns the request of a GraphQL query, of the content unless another endpoint is named. */
export const graphqlRequest = (
  operationName: string,
  query: string,
  variables: object,
  url = graphqlPath,
) => ({
  url,
  method: 'POST',
  body: { operationName, query, variables },
})

/** Returns the value without empty fields (sent as "", [], 0, false or null). This cuts a page's embedded state to a third. */
export function omitEmpty<T>(value: T): T {
  if (Array.isArray(value)) return value.map(omitEmpty) as T
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, v]) => (Array.isArray(v) ? v.length > 0 : v))
  return Object.fromEntries(entries.map(([name, v]) => [name, omitEmpty(v)])) as T
}

/** Returns the endpoint of a content query that has one field, without the empty fields of the answer. */
export const contentQuery = <Value, Variables extends LocaleVariables>(field: string, query: string) => ({
  query: (v: Variables) => graphqlRequest(field[0]!.toUpperCase() + field.slice(1), query, v),
  transformResponse: ({ data }: { data: Record<string, Value> }) => omitEmpty(data[field]!),
})
