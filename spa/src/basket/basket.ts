import { original } from '@reduxjs/toolkit'
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'
import { useSelector, useStore } from 'react-redux'
import { refusalOf } from '../api/apiError'
import type { ApiError } from '../api/errors'
import { type Basket, generated, useGetBasketQuery } from '../api/generated'
import { marketOf, orderingMarkets } from '../market/market'
import { useMarket } from '../market/useMarket'
import { useHydrated } from '../ui/loading/useHydrated'
import {
  basketForgotten,
  basketFoundIn,
  orderPlaced,
  selectBasketCountry,
  selectQuote,
} from './basketSession'

type SessionState = Parameters<typeof selectQuote>[0]

const withSuggestion = generated.enhanceEndpoints({ addTagTypes: ['suggestion'] })

interface Lifecycle {
  dispatch: (action: unknown) => void
  getState: () => unknown
  queryFulfilled: Promise<{ data: unknown }>
}

/** Caches the basket of a response, or of a version conflict, without a refetch. */
const cacheBasketAnswer = async (_: unknown, { dispatch, getState, queryFulfilled }: Lifecycle) => {
  // Synchronous, so that the caller finds it in the cache.
  const cache = (basket: Basket) => {
    dispatch(
      generated.util.upsertQueryEntries([
        { endpointName: 'getBasket', arg: { orderId: basket.orderId }, value: basket },
      ]),
    )
    recordBasket(basket, dispatch, getState)
  }
  try {
    const { data } = await queryFulfilled
    if (isBasket(data)) cache(data)
  } catch (refusal) {
    const current = currentBasket((refusal as { error?: ApiError }).error)
    if (current) cache(current)
  }
}

/** Updates the session from a response about its basket. Responses about other baskets, such as a previous one, are ignored. */
function recordBasket(basket: Basket, dispatch: Lifecycle['dispatch'], getState: Lifecycle['getState']) {
  if (selectQuote(getState() as SessionState) !== basket.orderId) return
  if (basket.state !== 'placed') dispatch(basketFoundIn(basket.store.country))
  else dispatch(basket.orderToken ? orderPlaced(basket.orderToken) : basketForgotten())
}

/** Returns the version of a basket in the cache. */
const selectVersion = (state: unknown, orderId: string) =>
  generated.endpoints.getBasket.select({ orderId })(state as RootState).data?.version

type RootState = Parameters<ReturnType<typeof generated.endpoints.getBasket.select>>[0]

const recordBasketAnswer = async (
  { orderId }: { orderId: string },
  { dispatch, getState, queryFulfilled }: Lifecycle,
) => {
  const before = selectVersion(getState(), orderId)
  try {
    const basket = (await queryFulfilled).data as Basket
    recordBasket(basket, dispatch, getState)
    if (before !== undefined && before !== basket.version)
      dispatch(withSuggestion.util.invalidateTags(['suggestion']))
  } catch (failure) {
    const { error } = failure as { error?: ApiError }
    if (selectQuote(getState() as SessionState) !== orderId) return
    if (error?.status === 404) dispatch(basketForgotten())
    const pageCountry = marketOf(location.pathname).country
    const otherMarket = orderingMarkets.find(({ country }) => country !== pageCountry)
    if (isWrongCountry(error) && otherMarket) dispatch(basketFoundIn(otherMarket.country))
  }
}

const basketMutations = [
  'startBasket',
  'reorder',
  'addLine',
  'changeLine',
  'removeLine',
  'updateBasket',
  'holdTimeslot',
  'releaseTimeslot',
  'applyCoupon',
  'removeCoupon',
  'applyReward',
  'removeReward',
  'payByCard',
  'payNothing',
]

// Payment methods are refetched only if they caused the rejection, not after a placement. What to redeem depends on the basket.
withSuggestion.enhanceEndpoints({
  endpoints: {
    getWalletSuggestion: { providesTags: ['loyalty', 'suggestion'] },
    ...Object.fromEntries(
      basketMutations.map((endpoint) => [
        endpoint,
        { invalidatesTags: ['suggestion'], onQueryStarted: cacheBasketAnswer },
      ]),
    ),
    getBasket: {
      onQueryStarted: recordBasketAnswer,
      // A read that began before a change may be answered after it.
      merge: (cached: Basket, answer: Basket) =>
        answer.version < cached.version ? cached : copyWithStructuralSharing(original(cached), answer),
    },
  },
})

/** Returns the current basket that an error contains. */
export function currentBasket(refusal: ApiError | undefined): Basket | undefined {
  const current = refusal?.problem?.current
  return isBasket(current) ? current : undefined
}

function isBasket(value: unknown): value is Basket {
  return typeof value === 'object' && value !== null && 'orderId' in value && 'lines' in value
}

/**
 * useBasket returns the basket of this browser, if any. A basket that no longer exists, or became an order, is forgotten. `olderThan`
 * refetches data older than that many seconds; `watch` also polls while the page is visible, because the location may close or run out
 * of an item. Sites without ordering request no basket; a site of another country requests it only until its country is known, and
 * keeps it for its own site.
 */
export function useBasket({ olderThan, watch }: { olderThan?: number; watch?: boolean } = {}) {
  const hydrated = useHydrated()
  const storedQuote = useSelector(selectQuote)
  const { country, acceptsOrders } = useMarket()
  const basketCountry = useSelector(selectBasketCountry)
  const quote = hydrated && acceptsOrders ? storedQuote : null
  const elsewhere = quote !== null && basketCountry !== null && basketCountry !== country
  const { currentData, isFetching, error, refetch } = useGetBasketQuery(
    { orderId: quote ?? '' },
    {
      skip: !quote || elsewhere,
      refetchOnMountOrArgChange: olderThan,
      pollingInterval: watch ? 60_000 : 0,
      skipPollingIfUnfocused: true,
    },
  )
  const refusal = elsewhere ? wrongCountry : (error as ApiError | undefined)
  const isGone = refusal?.status === 404 || currentData?.state === 'placed'
  const basket = quote && !isGone ? currentData : undefined
  return {
    basket,
    /** The basket is at a location in another country than the page; then an error is set too. */
    abroad: Boolean(quote) && isWrongCountry(refusal),
    isLoading: isFetching && !basket,
    // A failed refetch keeps the cached basket.
    error: isGone || (basket && !isWrongCountry(refusal)) ? undefined : refusal,
    refetch,
  }
}

/** Error of a basket at a location in another country than the page. */
const wrongCountry = refusalOf('wrong-country', 400)

/** Reports whether the server failed to read or price the cart. */
export const isServerFault = (refusal: ApiError) => refusal.problem?.code === 'internal'

export function isWrongCountry(refusal: ApiError | undefined): boolean {
  return refusal?.problem?.code === 'wrong-country'
}

/** Returns a function that loads the basket if it is not cached, so that an early press does not create a second one. */
export function useFindBasket(): () => Promise<Basket | undefined> {
  const store = useStore<SessionState>()
  const { country } = useMarket()
  const [look] = generated.endpoints.getBasket.useLazyQuery()
  return async () => {
    const quote = selectQuote(store.getState())
    const basketCountry = selectBasketCountry(store.getState())
    if (!quote) return undefined
    if (basketCountry !== null && basketCountry !== country) throw wrongCountry
    try {
      const basket = await look({ orderId: quote }, true).unwrap()
      return basket.state === 'placed' ? undefined : basket
    } catch (refusal) {
      if ((refusal as ApiError).status === 404) return undefined
      throw refusal
    }
  }
}

/** Returns a new idempotency key: the server applies a request with the same key once. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Returns the If-Match value of a basket: the version that the guest saw. */
export function versionOf(basket: Basket): string {
  return `"${basket.version}"`
}

export { useReorderMutation } from '../api/generated'
