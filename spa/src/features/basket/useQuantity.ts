import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiError } from '../../api/errors'
import type { Basket } from '../../api/generated'
import { newIntention } from '../../basket/basket'
import { isUnanswered } from '../../basket/changeQueue'

/**
 * A quantity that follows the finger at once, and the server as soon as it answers. While one change is under way the taps
 * that come are added up into the next one. A change without an answer is kept, and sent again under its key when the connection is back.
 */
export function useQuantity(quantity: number, change: (by: number, key: string) => Promise<Basket>) {
  const [wanted, setWanted] = useState<number>()
  const [error, setError] = useState<ApiError>()
  const owed = useRef(0)
  const turn = useRef<{ by: number; key: string }>(undefined)
  const sending = useRef(false)
  const shown = wanted ?? quantity
  const last = useRef(shown)
  last.current = shown

  const send = async () => {
    if (sending.current) return
    sending.current = true
    setError(undefined)
    try {
      while (turn.current || owed.current !== 0) {
        if (!turn.current) {
          turn.current = { by: owed.current, key: newIntention() }
          owed.current = 0
        }
        await change(turn.current.by, turn.current.key)
        turn.current = undefined
      }
      setWanted(undefined)
    } catch (thrown) {
      const refusal = thrown as ApiError
      setError(refusal)
      if (isUnanswered(refusal)) return
      owed.current = 0
      turn.current = undefined
      setWanted(undefined)
    } finally {
      sending.current = false
    }
  }

  const set = (to: number) => {
    setWanted(to)
    owed.current += to - last.current
    last.current = to
    return send()
  }

  const again = useEffectEvent(() => void (turn.current && send()))
  // Listens from the first rendering to the last: a listener that another one's rendering replaces is not called.
  useEffect(() => {
    const listener = () => again()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])

  return { shown, pending: wanted !== undefined, error, set }
}
