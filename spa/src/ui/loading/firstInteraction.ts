/** Events that precede or accompany any use of content below the first screen; click is a press that boot.js repeats. */
const interactions = [
  'scroll',
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'click',
] as const

/** True if the first page was prerendered: its content is readable before its code loads. */
let prerendered = typeof document === 'undefined'

export const isPrerendered = () => prerendered

/** The button that was pressed last on a prerendered page. */
let pressed: HTMLElement | null | undefined

/** Marks the current page as prerendered; start.tsx calls it. */
export function markPrerendered() {
  prerendered = true
  addEventListener('click', ({ target }) => (pressed = (target as Element).closest('button')), true)
}

/** Repeats the press of a button in this part of the page, if the part has just been hydrated and the press was before that. */
export function repeatPress(part: Element | null) {
  if (pressed && part?.contains(pressed)) pressed.click()
}

/** Resolves at the first interaction on a prerendered page, which is readable without the code; on other pages at once. */
export async function firstInteraction(): Promise<void> {
  if (!prerendered || typeof document === 'undefined') return
  await new Promise<void>((resolve) => {
    const onFirst = () => {
      prerendered = false
      for (const name of interactions) removeEventListener(name, onFirst)
      resolve()
    }
    for (const name of interactions) addEventListener(name, onFirst, { passive: true })
  })
}
