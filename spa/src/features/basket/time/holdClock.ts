/** Seconds before the end of a hold at which it is announced. */
const warnings = [120, 30]

/** Returns the seconds until the end, rounded up; negative after it. */
export function secondsLeft(expires: string, now: Date): number {
  return Math.ceil((Date.parse(expires) - now.getTime()) / 1000)
}

/** Returns the warning, in seconds, that became due between two readings. A longer hold resets the warnings. */
export function warningAt(before: number, now: number): number | undefined {
  return warnings.find((warning) => before > warning && now <= warning && now > 0)
}
