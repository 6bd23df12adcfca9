import { useMemo, useState } from 'react'

/** Which restaurant the guest is at, in the list or on the map: the one under the pointer, else the one that has the focus. */
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

/** What a row of the list does about it. */
export function highlightProps(id: string, pointing?: Highlight) {
  return {
    'data-active': (pointing && pointing.active === id) || undefined,
    onPointerEnter: () => pointing?.onPoint(id),
    onPointerLeave: () => pointing?.onPoint(undefined),
    onFocus: () => pointing?.onFocus(id),
    onBlur: () => pointing?.onFocus(undefined),
  }
}
