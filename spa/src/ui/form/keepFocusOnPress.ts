import type { MouseEvent } from 'react'

/**
 * Keeps the focus in the current field until the click. A blur would validate the field, and the error that appears would move the
 * button away from the pointer before it is released.
 */
export function keepFocusOnPress(event: MouseEvent) {
  event.preventDefault()
}
