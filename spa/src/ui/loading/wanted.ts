/** What a guest does before they reach what is below the first screen, or at once with it. */
const acts = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/** Whether the first page came rendered from the server: what stands on it can be read before its code is there. */
let rendered = typeof document === 'undefined'

export const isRendered = () => rendered

/** Says that what is on screen was rendered on the server; main.tsx knows. */
export function cameRendered() {
  rendered = true
}

/** Waits with the code of what is there to read already until the guest does anything; of what is not there it does not wait. */
export async function wanted(): Promise<void> {
  if (!rendered || typeof document === 'undefined') return
  await new Promise<void>((act) => {
    const first = () => {
      rendered = false
      for (const name of acts) removeEventListener(name, first)
      act()
    }
    for (const name of acts) addEventListener(name, first, { passive: true })
  })
}
