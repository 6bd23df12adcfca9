/** Returns the duration of a fade in milliseconds for scripts: 0 with reduced motion. */
export function fadeTime(ms: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}

/** Durations of specification §9. Milliseconds. */
export const modalFade = 300
export const focusDelay = 100
export const toastFade = 400
export const toastStay = 3000
export const submenuDelay = 500
export const lazyDelay = 200
