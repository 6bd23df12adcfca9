/** Milliseconds of a fade, as script must wait for it: none when the guest asked for less motion. */
export function fadeTime(ms: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}

/** Specification §9. */
export const modalFade = 300
export const focusDelay = 100
export const toastFade = 400
export const toastStay = 3000
export const submenuDelay = 500
export const lazyDelay = 200
