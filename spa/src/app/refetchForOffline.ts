import { api } from '../api/api'
import { generated } from '../api/generated'

/** Whose answers the worker keeps. */
const kept = [
  'getLocationBySlug',
  'getMenus',
  'getItemDetails',
  'listUpsellItems',
  'listCrossSellItems',
  'getBasket',
] as const

type Kept = (typeof kept)[number]

interface Asked {
  endpointName: Kept
  originalArgs: never
  status: string
  startedTimeStamp: number
}

type State = { [api.reducerPath]: { queries: Record<string, Asked> } }
type Initiate = typeof generated.endpoints.getBasket.initiate

/** The part of the store that is needed here. The type of the whole store would be a circular import. */
interface Store {
  getState: () => object
  dispatch: (action: ReturnType<Initiate>) => unknown
}

/** Asks once more what was asked before that time (ms) and came past the worker, which keeps it now. Nothing else is: each call costs. */
export function refetchForOffline({ dispatch, getState }: Store, before: number) {
  const { queries } = (getState() as State)[api.reducerPath]
  for (const { endpointName, originalArgs, status, startedTimeStamp } of Object.values(queries)) {
    if (!kept.includes(endpointName) || status !== 'fulfilled' || startedTimeStamp >= before) continue
    const ask = generated.endpoints[endpointName].initiate as Initiate
    void dispatch(ask(originalArgs, { subscribe: false, forceRefetch: true }))
  }
}
