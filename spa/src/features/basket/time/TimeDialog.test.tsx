import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { basketFixture, lineFixture } from '../../../basket/fixtures'
import { renderAt } from '../../../renderAt'
import { TimeDialog } from './TimeDialog'

const time = {
  start: '2026-11-21T01:00:00Z',
  end: '2026-11-21T01:15:00Z',
  changes: [
    {
      kind: 'not-served' as const,
      lineId: 'b',
      label: 'Short Stack',
      served: { from: '06:00', to: '10:30', next: '2026-11-21T12:00:00Z' },
    },
    {
      kind: 'not-served' as const,
      lineId: 'c',
      label: 'Lunch Whistle',
      served: { from: '11:00', to: '15:00', next: '2026-11-23T17:00:00Z' },
    },
    { kind: 'modifier-sold-out' as const, lineId: 'a', label: 'Avocado' },
  ],
}
const lines = [lineFixture(), lineFixture({ lineId: 'b', label: 'Short Stack' })]
const answers = { onTake: vi.fn(), onKeep: vi.fn() }

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] }))
test('lists each line that another time changes, before changing it', () => {
  const hold = { start: '2026-11-20T16:00:00Z', end: '2026-11-20T16:15:00Z', expires: '2026-11-20T18:09:00Z' }
  renderAt(
    '/',
    <TimeDialog
      basket={basketFixture({ lines, hold })}
      open
      time={time}
      busy={false}
      fallbackFocus={{ current: null }}
      {...answers}
    />,
  )
  const dialog = screen.getByRole('dialog', { name: /^What changes at 7:00\sPM$/ })
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Short Stack is not served then. It comes off your order. Served 6:00–10:30 AM, again tomorrow',
    'Lunch Whistle is not served then. It comes off your order. Served 11:00 AM–3:00 PM, again Monday',
    'Avocado is sold out until later. The Big Deal comes without it.',
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: /^Keep 10:00\sAM$/ }))
  expect(answers.onKeep).toHaveBeenCalledOnce()
  expect(answers.onTake).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: /^OK, take 7:00\sPM$/ }))
  expect(answers.onTake).toHaveBeenCalledWith(time)
})
