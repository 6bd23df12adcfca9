import { useEffect, useState } from 'react'
import { firstInteraction, isPrerendered } from './firstInteraction'

/** Reports whether expensive UI may mount: immediately, or on a prerendered page after the first interaction. */
export function useAfterFirstInteraction(): boolean {
  const [is, setIs] = useState(() => !isPrerendered())
  useEffect(() => {
    let unmounted = false
    void firstInteraction().then(() => unmounted || setIs(true))
    return () => {
      unmounted = true
    }
  }, [])
  return is
}
