import { useMemo, useState } from 'react'

/** The highlighted location in list and map: the one under the pointer, else the focused one. */
export interface Highlight {
  active: string | undefined
  onPoint: (id: string | undefined) => void
  onFocus: (id: string | undefined) => void
}

export function useHighlight(): Highlight {
  const [pointed, onPoint] = useState<string>()
  const [focused, onFocus] = useState<string>()
  const active = pointed ?? focused
  return useMemo(() => ({ active, onPoint, onFocus }), [active])
}

/** Returns the event handlers of a row that update the highlight. */
export function highlightProps(id: string, pointing?: Highlight) {
  return {
    'data-active': (pointing && pointing.active === id) || undefined,
    onPointerEnter: () => pointing?.onPoint(id),
    onPointerLeave: () => pointing?.onPoint(undefined),
    onFocus: () => pointing?.onFocus(id),
    onBlur: () => pointing?.onFocus(undefined),
  }
}
