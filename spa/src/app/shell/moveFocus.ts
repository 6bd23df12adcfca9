/** Moves the focus through the stops, wrapping at the ends: forward with Down and Right, back with Up and Left. */
export function moveFocus(stops: Iterable<HTMLElement>, key: string) {
  const all = [...stops]
  const by = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[(at + by + all.length) % all.length]?.focus()
}
