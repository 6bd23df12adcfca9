import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../../api/tokenAndErrors' // its import() ends at once then, without a timer
import { renderAt } from '../../../renderAt'
import { SoonPage } from './SoonPage'

let isHolidayPeriod = false
const asked = vi.fn()

beforeEach(() => {
  isHolidayPeriod = false
  vi.stubGlobal('fetch', (request: Request) => {
    asked(new URL(request.url).pathname)
    return Promise.resolve(new Response(JSON.stringify({ isHolidayPeriod, isPreorderPeriod: false })))
  })
})
function visit(day: string) {
  vi.useFakeTimers({ now: new Date(`${day}T12:00:00`) })
  renderAt('/', <SoonPage category="holiday" />)
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the start and the end of a holiday show within a minute', async () => {
  visit('2026-11-21')
  await pass(1000)
  expect(screen.getByText('You can’t order it here yet. The everyday menu is open.')).toBeDefined()
  isHolidayPeriod = true
  await pass(60_000)
  expect(screen.getByRole('heading', { name: 'It’s on, at the counter.' })).toBeDefined()
  isHolidayPeriod = false
  await pass(60_000)
  expect(screen.queryByRole('heading', { name: 'It’s on, at the counter.' })).toBeNull()
})

test('a failed check is logged, and means no holiday', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })))
  visit('2026-11-21')
  await pass(1000)
  expect(warn).toHaveBeenCalledExactlyOnceWith('holiday check failed', 503)
  expect(screen.queryByRole('heading', { name: 'It’s on, at the counter.' })).toBeNull()
})

test('outside of the holiday season nothing is requested', async () => {
  visit('2026-07-04')
  await pass(120_000)
  expect(asked).not.toHaveBeenCalled()
})
