/** Events that precede or accompany any use of content below the first screen. */
const interactions = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/** Whether the first page was prerendered: its content is readable before its code loads. */
let prerendered = typeof document === 'undefined'

export const isPrerendered = () => prerendered

/** Marks the current page as prerendered; main.tsx calls it. */
export function markPrerendered() {
  prerendered = true
}

/** Resolves at the first interaction on a prerendered page, which is readable without the code; on other pages at once. */
export async function firstInteraction(): Promise<void> {
  if (!prerendered || typeof document === 'undefined') return
  await new Promise<void>((act) => {
    const first = () => {
      prerendered = false
      for (const name of interactions) removeEventListener(name, first)
      act()
    }
    for (const name of interactions) addEventListener(name, first, { passive: true })
  })
}
