import { beforeEach, expect, test, vi } from 'vitest'
import { adjustClock, onCorrection, resetClock, serverNow } from './clock'

const noon = Date.UTC(2026, 10, 21, 12)
const header = (ms: number) => new Date(ms).toUTCString()

beforeEach(() => {
  resetClock()
  vi.useFakeTimers({ now: noon })
})

test('before the first response the device’s clock is used', () => {
  expect(serverNow().getTime()).toBe(noon)
})

test('a device clock that is ten minutes slow is corrected', () => {
  adjustClock(header(noon + 600_000), noon - 200, noon)
  expect(serverNow().getTime() - noon).toBe(600_000 + 500 + 100)
})

test('a fast response takes precedence over a slow one', () => {
  adjustClock(header(noon + 60_000), noon - 10, noon)
  adjustClock(header(noon + 60_000), noon - 1800, noon)
  expect(serverNow().getTime() - noon).toBe(60_505)
})

test('after a clock change even a slow response is used', () => {
  adjustClock(header(noon), noon - 10, noon)
  adjustClock(header(noon - 3_600_000), noon - 1000, noon)
  expect(serverNow().getTime() - noon).toBe(-3_600_000 + 500 + 500)
})

test('the age of a cached response is added to its date', () => {
  adjustClock(header(noon - 30_000), noon, noon, '30')
  expect(serverNow().getTime() - noon).toBe(500)
})

test('a missing or invalid date changes nothing', () => {
  adjustClock(null, noon, noon)
  adjustClock('soon', noon, noon)
  expect(serverNow().getTime()).toBe(noon)
})

test('subscribers are notified of a large difference, not of a second', () => {
  const onCorrected = vi.fn()
  const stop = onCorrection(onCorrected)
  adjustClock(header(noon - 3_600_000), noon, noon)
  expect(onCorrected).toHaveBeenCalledTimes(1)
  expect(serverNow().getTime()).toBe(noon - 3_600_000 + 500)
  adjustClock(header(noon - 3_599_000), noon, noon)
  expect(onCorrected).toHaveBeenCalledTimes(1)
  stop()
  adjustClock(header(noon), noon, noon)
  expect(onCorrected).toHaveBeenCalledTimes(1)
})
