import { useEffect, useEffectEvent } from 'react'

/** Moves the focus once: the button that opened a form is gone. */
export function useFocusOnMount(focus: () => void) {
  const onMount = useEffectEvent(focus)
  useEffect(() => onMount(), [])
}

/** Moves the focus to the first of these elements that the next frame has: the pressed button is gone. */
export const focusLater = (...ids: string[]) =>
  requestAnimationFrame(() =>
    ids
      .map((id) => document.getElementById(id))
      .find(Boolean)
      ?.focus(),
  )
