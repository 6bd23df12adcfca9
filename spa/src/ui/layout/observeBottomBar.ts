/** Ref of a bottom bar. It writes the height of the visible bar to `--foot` (px); other elements at the bottom are placed above it. */
export function observeBottomBar(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--foot', bar.offsetHeight ? `${bar.offsetHeight}px` : ''),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--foot')
  }
}
