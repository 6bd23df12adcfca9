import { useRef, useState } from 'react'
import type { ApiError } from '../../api/errors'
import type { Basket } from '../../api/generated'

/**
 * A quantity that follows the finger at once, and the server as soon as it answers. While one change is under way the taps
 * that come are added up into the next one.
 */
export function useQuantity(quantity: number, change: (by: number) => Promise<Basket>) {
  const [wanted, setWanted] = useState<number>()
  const [error, setError] = useState<ApiError>()
  const owed = useRef(0)
  const sending = useRef(false)
  const shown = wanted ?? quantity

  const set = async (to: number) => {
    setError(undefined)
    setWanted(to)
    owed.current += to - shown
    if (sending.current) return
    sending.current = true
    try {
      while (owed.current !== 0) {
        const by = owed.current
        owed.current = 0
        await change(by)
      }
    } catch (refusal) {
      owed.current = 0
      setError(refusal as ApiError)
    } finally {
      sending.current = false
      setWanted(undefined)
    }
  }

  return { shown, pending: wanted !== undefined, error, set }
}
