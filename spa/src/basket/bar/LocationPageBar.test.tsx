import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { LocationPageBar } from './LocationPageBar'

const location = { label: 'Brookside', timeZone: 'America/Chicago', address: { city: 'Tulsa' } }

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T16:00:00Z'), toFake: ['Date'] }))
test.each([
  ['before a cart, the earliest time', undefined, /^When11:30\sAM$/],
  ['a cart without a time, still that one', {}, /^When11:30\sAM$/],
  ['a cart with one', { hold: { start: '2026-11-20T18:15:00Z' } }, /^When12:15\sPM$/],
])('%s', (_, cart, want) => {
  renderAt(
    '/',
    <LocationPageBar location={location} handoff="carryout" ready="2026-11-20T17:30:00Z" cart={cart} />,
  )
  expect(screen.getByText('When').parentElement?.textContent).toMatch(want)
})
