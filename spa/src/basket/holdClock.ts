import { useEffect, useEffectEvent, useRef } from 'react'
import { formatCountdown } from '../time/time'
import { useNow } from '../time/useNow'
import { announce } from '../ui/feedback/Announcer'

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

/**
 * useSecondsLeft returns the seconds until a hold ends, and announces to screen readers that it ends soon. It calls `onEnd` when the hold
 * has also ended by the server's clock (offset accurate to about a second), and every five seconds in case the server still keeps it.
 */
export function useSecondsLeft(
  expires: string,
  warning: (left: string) => string,
  onEnd: () => void,
): number {
  const left = secondsLeft(expires, useNow(1000))
  const before = useRef(Number.POSITIVE_INFINITY)
  const onReading = useEffectEvent(() => {
    if (warningAt(before.current, left)) announce(warning(formatCountdown(left)))
    before.current = left
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a second
  useEffect(() => onReading(), [left])
  const round = left > -1 ? undefined : Math.floor(-left / 5)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (round !== undefined) end()
  }, [round])
  return left
}
