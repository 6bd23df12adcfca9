import type { Amount } from '../money/money'
import { api } from './api'
import { graphqlRequest, type LocaleVariables, ordersGraphPath } from './graphql'

/** An order of the signed-in customer, as the list of their orders shows it. */
export interface CustomerOrder {
  /** The order's token: the address of its page. */
  id: string
  number: string
  placedAt: string
  total: Amount
  location: { label: string; timeZone: string }
  lines: { label: string; quantity: number; picture: string; stack: string[] }[]
  status: { status: string }
}

export interface CustomerOrders {
  nodes: CustomerOrder[]
  pageInfo: { endCursor: string; hasNextPage: boolean }
}

const fields =
  'id number placedAt total{minor currency} location{label timeZone} lines{label quantity picture stack} status{status}'
const page = `nodes{${fields}} pageInfo{endCursor hasNextPage}`

/** Operations of the orders graph (functions/graph/schema.graphql). */
const ordersGraph = api.enhanceEndpoints({ addTagTypes: ['order'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Returns a page of the customer's orders, the newest first, or the page after a cursor. */
    myOrders: build.query<CustomerOrders, LocaleVariables & { after?: string }>({
      query: (v) =>
        graphqlRequest(
          'MyOrders',
          `query MyOrders($locale:String!,$after:String){orders(first:10,after:$after,locale:$locale){${page}}}`,
          v,
          ordersGraphPath,
        ),
      transformResponse: ({ data }: { data: { orders: CustomerOrders } }) => data.orders,
      providesTags: ['order'],
    }),
  }),
})

export const { useMyOrdersQuery } = ordersGraph
