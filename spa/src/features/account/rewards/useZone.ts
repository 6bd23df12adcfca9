import { useState } from 'react'

/** Returns the time zone of the customer's device. */
export function useZone(): string {
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone
}
