/**
 * Returns a value that this tab keeps, or undefined. Values outlive a reload: phones unload pages while their owner reads mail. Signing out
 * removes all.
 */
export function readTab<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value in this tab, or removes it. */
export function writeTab(name: string, value: object | undefined) {
  try {
    if (value) sessionStorage.setItem(name, JSON.stringify(value))
    else sessionStorage.removeItem(name)
  } catch {
    // Storage may be unavailable: then a reload forgets the value.
  }
}
