import { useRef, useState } from 'react'

/** Returns a function that runs a call unless one is under way, and whether one is. The ref stops a second press before the next render. */
export function useSingleCall() {
  const running = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  async function run(call: () => Promise<unknown>) {
    if (running.current) return
    running.current = true
    setIsBusy(true)
    try {
      await call()
    } finally {
      running.current = false
      setIsBusy(false)
    }
  }
  return { run, isBusy }
}
