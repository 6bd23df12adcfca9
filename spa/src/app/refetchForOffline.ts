import { api } from '../api/api'
import { generated } from '../api/generated'

/** Endpoints with responses that the service worker caches. */
const cacheable = [
  'getLocationBySlug',
  'getMenus',
  'getItemDetails',
  'listUpsellItems',
  'listCrossSellItems',
  'getBasket',
] as const

type Cacheable = (typeof cacheable)[number]

interface CachedQuery {
  endpointName: Cacheable
  originalArgs: never
  status: string
  startedTimeStamp: number
}

type State = { [api.reducerPath]: { queries: Record<string, CachedQuery> } }
type Initiate = typeof generated.endpoints.getBasket.initiate

/** The part of the store used here. The type of the whole store would be a circular import. */
interface Store {
  getState: () => object
  dispatch: (action: ReturnType<Initiate>) => unknown
}

/**
 * Refetches cacheable queries answered before that time (ms), when the worker did not yet control the page and could not cache them.
 * Other queries are not repeated.
 */
export function refetchForOffline({ dispatch, getState }: Store, before: number) {
  const { queries } = (getState() as State)[api.reducerPath]
  for (const { endpointName, originalArgs, status, startedTimeStamp } of Object.values(queries)) {
    if (!cacheable.includes(endpointName) || status !== 'fulfilled' || startedTimeStamp >= before) continue
    const initiate = generated.endpoints[endpointName].initiate as Initiate
    void dispatch(initiate(originalArgs, { subscribe: false, forceRefetch: true }))
  }
}
