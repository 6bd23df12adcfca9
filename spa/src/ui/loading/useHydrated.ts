import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and while the browser takes over what the server has rendered, then true. What depends on the guest, on the
 * time or on the device waits for it: the first rendering must equal the server's.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
