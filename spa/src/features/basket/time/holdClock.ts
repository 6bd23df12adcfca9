/** Seconds before the end of a hold at which it is said aloud. */
const warnings = [120, 30]

/** Whole seconds until the end, begun ones counted; below zero once it is past. */
export function secondsLeft(expires: string, now: Date): number {
  return Math.ceil((Date.parse(expires) - now.getTime()) / 1000)
}

/** The warning that fell due between two looks at the clock, in seconds. A longer hold starts over. */
export function warningAt(before: number, now: number): number | undefined {
  return warnings.find((warning) => before > warning && now <= warning && now > 0)
}
