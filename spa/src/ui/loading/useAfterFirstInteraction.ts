import { useEffect, useState } from 'react'
import { firstInteraction, isPrerendered } from './firstInteraction'

/** Whether what takes a phone long to draw may be drawn: at once, but on a page that came rendered only when the guest does anything. */
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
