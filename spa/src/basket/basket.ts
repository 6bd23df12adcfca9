import { useSelector, useStore } from 'react-redux'
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

interface Lifecycle {
  dispatch: (action: unknown) => void
  getState: () => unknown
  queryFulfilled: Promise<{ data: unknown }>
}

/** Takes the basket that comes with an answer, or with a refusal for being out of date, as it is, without asking again. */
const cacheBasketAnswer = async (_: unknown, { dispatch, getState, queryFulfilled }: Lifecycle) => {
  // At once, so that who waits for the change finds it in the cache.
  const put = (basket: Basket) => {
    dispatch(
      generated.util.upsertQueryEntries([
        { endpointName: 'getBasket', arg: { orderId: basket.orderId }, value: basket },
      ]),
    )
    recordBasket(basket, dispatch, getState)
  }
  try {
    const { data } = await queryFulfilled
    if (isBasket(data)) put(data)
  } catch (refusal) {
    const current = currentBasket((refusal as { error?: ApiError }).error)
    if (current) put(current)
  }
}

/** Writes to the session what an answer says of its basket. An answer for another basket, such as one that was left, says nothing of it. */
function recordBasket(basket: Basket, dispatch: Lifecycle['dispatch'], getState: Lifecycle['getState']) {
  if (selectQuote(getState() as SessionState) !== basket.orderId) return
  if (basket.state !== 'placed') dispatch(basketFoundIn(basket.store.country))
  else dispatch(basket.orderToken ? orderPlaced(basket.orderToken) : basketForgotten())
}

const recordBasketAnswer = async (
  { orderId }: { orderId: string },
  { dispatch, getState, queryFulfilled }: Lifecycle,
) => {
  try {
    recordBasket((await queryFulfilled).data as Basket, dispatch, getState)
  } catch (failure) {
    const { error } = failure as { error?: ApiError }
    if (selectQuote(getState() as SessionState) !== orderId) return
    if (error?.status === 404) dispatch(basketForgotten())
    const here = marketOf(location.pathname).country
    const there = orderingMarkets.find(({ country }) => country !== here)
    if (isWrongCountry(error) && there) dispatch(basketFoundIn(there.country))
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
  'payByCard',
  'payNothing',
]

// How an order can be paid is asked again where that was why it was refused, and not because it was placed.
generated.enhanceEndpoints({
  endpoints: {
    ...Object.fromEntries(
      basketMutations.map((endpoint) => [
        endpoint,
        { invalidatesTags: [], onQueryStarted: cacheBasketAnswer },
      ]),
    ),
    getBasket: { onQueryStarted: recordBasketAnswer },
  },
})

/** The basket that a refusal says to go on with. */
export function currentBasket(refusal: ApiError | undefined): Basket | undefined {
  const current = refusal?.problem?.current
  return isBasket(current) ? current : undefined
}

function isBasket(value: unknown): value is Basket {
  return typeof value === 'object' && value !== null && 'orderId' in value && 'lines' in value
}

interface BasketAsked {
  basket?: Basket
  /** There is one, at a restaurant of another country than the page; then there is an error too. */
  abroad: boolean
  isLoading: boolean
  error?: ApiError
  refetch: () => void
}

/**
 * The basket that this browser began, if any. One that no longer exists, or that became an order, is forgotten. A page that
 * shows what stands in its way asks again when what is known is older than so many seconds, and when it watches also while it is
 * looked at: the restaurant may close, or run out of something. A site that takes no orders asks for none, and one of another country
 * only until it is known where the basket is: it stays for its own.
 */
export function useBasket({ olderThan, watch }: { olderThan?: number; watch?: boolean } = {}): BasketAsked {
  const hydrated = useHydrated()
  const known = useSelector(selectQuote)
  const { country, acceptsOrders } = useMarket()
  const foundIn = useSelector(selectBasketCountry)
  const quote = hydrated && acceptsOrders ? known : null
  const elsewhere = quote !== null && foundIn !== null && foundIn !== country
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
  const gone = refusal?.status === 404 || currentData?.state === 'placed'
  const basket = quote && !gone ? currentData : undefined
  return {
    basket,
    abroad: Boolean(quote) && isWrongCountry(refusal),
    isLoading: isFetching && !basket,
    // What is known stands, though it could not be looked at again.
    error: gone || (basket && !isWrongCountry(refusal)) ? undefined : refusal,
    refetch,
  }
}

/** What the server says of a basket whose restaurant is in another country than the page. */
const wrongCountry: ApiError = {
  name: 'API Error',
  status: 400,
  message: '',
  problem: { code: 'wrong-country', message: '', errors: [] },
}

/** True when the server failed to read or price the cart. */
export const isServerFault = (refusal: ApiError) => refusal.problem?.code === 'internal'

export function isWrongCountry(refusal: ApiError | undefined): boolean {
  return refusal?.problem?.code === 'wrong-country'
}

/** Asks for the basket when the page does not have it yet, so that an early press does not begin a second one. */
export function useFindBasket(): () => Promise<Basket | undefined> {
  const store = useStore<SessionState>()
  const { country } = useMarket()
  const [look] = generated.endpoints.getBasket.useLazyQuery()
  return async () => {
    const quote = selectQuote(store.getState())
    const foundIn = selectBasketCountry(store.getState())
    if (!quote) return undefined
    if (foundIn !== null && foundIn !== country) throw wrongCountry
    try {
      const basket = await look({ orderId: quote }, true).unwrap()
      return basket.state === 'placed' ? undefined : basket
    } catch (refusal) {
      if ((refusal as ApiError).status === 404) return undefined
      throw refusal
    }
  }
}

/** A key that makes one intention of the guest happen once, however often it is sent. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The If-Match of a basket: the version that the guest saw. */
export function versionOf(basket: Basket): string {
  return `"${basket.version}"`
}

export { useReorderMutation } from '../api/generated'
