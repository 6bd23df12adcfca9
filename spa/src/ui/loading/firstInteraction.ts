/** What a guest does before they reach what is below the first screen, or at once with it. */
const interactions = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/** Whether the first page came rendered from the server: what stands on it can be read before its code is there. */
let prerendered = typeof document === 'undefined'

export const isPrerendered = () => prerendered

/** Says that what is on screen was rendered on the server; main.tsx knows. */
export function markPrerendered() {
  prerendered = true
}

/** Waits with the code of what is there to read already until the guest does anything; of what is not there it does not wait. */
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
