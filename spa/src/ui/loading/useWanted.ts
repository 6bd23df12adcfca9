import { useEffect, useState } from 'react'
import { isRendered, wanted } from './wanted'

/** Whether what takes a phone long to draw may be drawn: at once, but on a page that came rendered only when the guest does anything. */
export function useWanted(): boolean {
  const [is, setIs] = useState(() => !isRendered())
  useEffect(() => {
    let gone = false
    void wanted().then(() => gone || setIs(true))
    return () => {
      gone = true
    }
  }, [])
  return is
}
