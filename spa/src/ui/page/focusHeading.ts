/** Gives the focus to the page's h1, or to the page, and returns it: what was in focus has gone, or a new page has come. */
export function focusHeading(): HTMLElement | null {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return null
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return heading
}
