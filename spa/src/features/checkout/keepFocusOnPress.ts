import type { MouseEvent } from 'react'

/**
 * A press on a form's button leaves the focus in its field until the click: leaving it would check the field, an error would
 * come up there, and the button would slide away from under the pointer before it is let go.
 */
export function keepFocusOnPress(event: MouseEvent) {
  event.preventDefault()
}
