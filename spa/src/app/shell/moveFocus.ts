/** Moves the focus along the stops, round at the ends: on with the arrows down and right, back with the other two. */
export function moveFocus(stops: Iterable<HTMLElement>, key: string) {
  const all = [...stops]
  const by = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[(at + by + all.length) % all.length]?.focus()
}
