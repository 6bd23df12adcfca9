import { configureStore } from '@reduxjs/toolkit'
import { screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../api/api'
import { basketOf } from '../../api/cases'
import type { Basket, ListTimeslotsApiResponse } from '../../api/generated'
import { renderAt } from '../../ui/render'
import { TimePicker } from './TimePicker'

const opening = { start: '2026-11-21T16:30:00Z', end: '2026-11-21T16:45:00Z' }
const date = '2026-11-21'

afterEach(() => vi.unstubAllGlobals())

/** The picker of a basket, with what the server has left. */
function pick(handoff: Basket['handoff'], asap?: ListTimeslotsApiResponse['asap']) {
  const times: ListTimeslotsApiResponse = { asap, day: { date, slots: [opening] }, days: [{ date }] }
  vi.stubGlobal('fetch', async () => Response.json(times))
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  renderAt(
    '/',
    <Provider store={store}>
      <TimePicker basket={basketOf({ handoff })} busy={false} onChoose={vi.fn()} />
    </Provider>,
  )
}

test.each([
  ['pickup', 2, undefined, /^First pickup/],
  ['curbside', 4, undefined, /^First curbside time/],
  ['either, when it can be made now', 4, opening, /^As soon as possible/],
] as const)('the soonest time is named: %s', async (_, handoff, asap, name) => {
  pick(handoff, asap)
  expect((await screen.findByRole('button', { name })).textContent).toMatch(/10:30\sAM/)
})
