/** Handoffs that guests can order on this site: the `type` in URLs, and the ids of specification §3. */
export const handoffIds = { carryout: 2, curbside: 4 } as const
export type HandoffType = keyof typeof handoffIds

/** Every handoff, in display order. */
export const handoffTypes = Object.keys(handoffIds) as readonly HandoffType[]

/** The handoff of an id. */
export function handoffOf(id: number): HandoffType {
  return handoffTypes.find((type) => handoffIds[type] === id) ?? 'carryout'
}

/** Returns the handoffs with these ids that can be ordered here, in display order. */
export function handoffsOf(ids: readonly number[]): HandoffType[] {
  return handoffTypes.filter((type) => ids.includes(handoffIds[type]))
}

/** Returns the handoff with this name, if any. */
export function handoffNamed(name: string | null): HandoffType | undefined {
  return handoffTypes.find((type) => type === name)
}

/** Returns the handoff in a URL's `type`; defaults to carryout. */
export function readHandoff(search: string | URLSearchParams): HandoffType {
  return handoffNamed(new URLSearchParams(search).get('type')) ?? 'carryout'
}
