/** The handoffs that guests order on this site, as the `type` of an address says them, with their ids of specification §3. */
export const handoffIds = { carryout: 2, curbside: 4 } as const
export type HandoffType = keyof typeof handoffIds

/** Every handoff, in the order in which they are offered. */
export const handoffTypes = Object.keys(handoffIds) as readonly HandoffType[]

/** The handoff of an id. */
export function handoffOf(id: number): HandoffType {
  return handoffTypes.find((type) => handoffIds[type] === id) ?? 'carryout'
}

/** Those of the ids that can be ordered here, in the order in which they are offered. */
export function handoffsOf(ids: readonly number[]): HandoffType[] {
  return handoffTypes.filter((type) => ids.includes(handoffIds[type]))
}

/** The handoff of this name, if there is one. */
export function handoffNamed(name: string | null): HandoffType | undefined {
  return handoffTypes.find((type) => type === name)
}

/** What the `type` of an address asks for; carryout when it asks for nothing that there is. */
export function readHandoff(search: string | URLSearchParams): HandoffType {
  return handoffNamed(new URLSearchParams(search).get('type')) ?? 'carryout'
}
