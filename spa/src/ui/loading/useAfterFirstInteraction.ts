import { useEffect, useState } from 'react'
import { firstInteraction, isPrerendered } from './firstInteraction'

/** Reports whether expensive UI may mount: immediately, or on a prerendered page after the first interaction. */
export function useAfterFirstInteraction(): boolean {
  const [mayMount, setMayMount] = useState(() => !isPrerendered())
  useEffect(() => {
    let unmounted = false
    void firstInteraction().then(() => unmounted || setMayMount(true))
    return () => {
      unmounted = true
    }
  }, [])
  return mayMount
}
