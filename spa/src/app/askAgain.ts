import { api } from '../api/api'
import { generated } from '../api/generated'
import type { createStore } from './store'

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

/** Asks once more what was asked before that time (ms) and came past the worker, which keeps it now. Nothing else is: each call costs. */
export function askAgain({ dispatch, getState }: ReturnType<typeof createStore>, before: number) {
  const { queries } = getState()[api.reducerPath] as unknown as { queries: Record<string, Asked> }
  for (const { endpointName, originalArgs, status, startedTimeStamp } of Object.values(queries)) {
    if (!kept.includes(endpointName) || status !== 'fulfilled' || startedTimeStamp >= before) continue
    const ask = generated.endpoints[endpointName].initiate as typeof generated.endpoints.getBasket.initiate
    void dispatch(ask(originalArgs, { subscribe: false, forceRefetch: true }))
  }
}
