import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Basket, ListTimeslotsApiResponse } from '../../../api/generated'
import { basketFixture } from '../../../basket/fixtures'
import { renderAt } from '../../../renderAt'
import { TimePicker } from './TimePicker'

const opening = { start: '2026-11-21T16:30:00Z', end: '2026-11-21T16:45:00Z' }
const date = '2026-11-21'

const quarterPast = { start: '2026-11-21T16:45:00Z', end: '2026-11-21T17:00:00Z' }

/** Renders the picker of a basket with the slots that the server offers. */
function pick(
  handoff: Basket['handoff'],
  asap?: ListTimeslotsApiResponse['asap'],
  hold?: Basket['hold'],
  slots = [opening],
) {
  const times: ListTimeslotsApiResponse = { asap, day: { date, slots }, days: [{ date }] }
  vi.stubGlobal('fetch', async () => Response.json(times))
  renderAt('/', <TimePicker basket={basketFixture({ handoff, hold })} busy={false} onChoose={vi.fn()} />)
}

test.each([
  ['pickup', 2, undefined, /^First carryout time/],
  ['curbside', 4, undefined, /^First curbside time/],
  ['either, when it can be made now', 4, opening, /^As soon as possible/],
] as const)('the soonest time is named: %s', async (_, handoff, asap, name) => {
  pick(handoff, asap)
  expect((await screen.findByRole('button', { name })).textContent).toMatch(/10:30\sAM/)
})

const held = { expires: '2026-11-21T16:40:00Z' }

test.each([
  ['the soonest before the guest chose', undefined, ['As soon as possible']],
  ['the soonest, when that was asked for', { ...opening, ...held, asap: true }, ['As soon as possible']],
  ['another one', { ...quarterPast, ...held }, ['10:45']],
  ['a soonest that has passed is not the one of now', { ...quarterPast, ...held, asap: true }, []],
] as const)('what is chosen among the times: %s', async (_, hold, chosen) => {
  pick(2, opening, hold, [opening, quarterPast])
  await screen.findByRole('button', { name: /^As soon as possible/ })
  const pressed = screen.queryAllByRole('button', { pressed: true }).map((button) => button.textContent)
  expect(pressed).toHaveLength(chosen.length)
  chosen.forEach((name, at) => void expect(pressed[at]).toContain(name))
})

test('the preselected time is the first at which everything is served', async () => {
  const changes = [{ kind: 'not-served', lineId: 'a', label: 'Pancakes' } as const]
  pick(2, { ...opening, changes }, undefined, [opening, quarterPast])
  await screen.findByRole('button', { name: /^As soon as possible/ })
  const pressed = screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)
  expect(pressed).toEqual([expect.stringContaining('10:45')])
})
