import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { ApiError } from './errors'
import { type Basket, useGetBasketQuery } from './generated'
import { basketForgotten, selectQuote } from './session'

/** The basket that this browser began, if any. One that no longer exists, or that became an order, is forgotten. */
export function useBasket(): { basket?: Basket; isLoading: boolean; error?: ApiError; refetch: () => void } {
  const dispatch = useDispatch()
  const quote = useSelector(selectQuote)
  const { currentData, isFetching, error, refetch } = useGetBasketQuery(
    { orderId: quote ?? '' },
    { skip: !quote },
  )
  const refusal = error as ApiError | undefined
  const gone = refusal?.status === 404 || currentData?.state === 'placed'
  useEffect(() => {
    if (gone) dispatch(basketForgotten())
  }, [gone, dispatch])
  const basket = quote && !gone ? currentData : undefined
  return { basket, isLoading: isFetching && !basket, error: gone ? undefined : refusal, refetch }
}
