import { useEffect, useEffectEvent } from 'react'

/** Moves the focus once: the button that opened a form is gone. */
export function useFocusOnMount(focus: () => void) {
  const onMount = useEffectEvent(focus)
  useEffect(() => onMount(), [])
}
