import { useEffect, useState } from 'react'
import { firstInteraction, isPrerendered } from './firstInteraction'

/** Reports whether expensive UI may mount: immediately, or on a prerendered page after the first interaction. */
export function useAfterFirstInteraction(): boolean {
  const [is, setIs] = useState(() => !isPrerendered())
  useEffect(() => {
    let gone = false
    void firstInteraction().then(() => gone || setIs(true))
    return () => {
      gone = true
    }
  }, [])
  return is
}
