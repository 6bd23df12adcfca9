import { configureStore } from '@reduxjs/toolkit'
import { fireEvent, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { api } from '../../api/api'
import { generated, type ListLocationsApiResponse } from '../../api/generated'
import { renderAt } from '../../ui/render'
import { Results } from './Results'
import { pageSize, readSearch, toCall } from './search'

function Query() {
  return <output data-testid="query">{useLocation().search}</output>
}

/** The results of a search that finds nothing. */
const foundNothing = (query: string, type?: 'curbside') =>
  found(
    query,
    { locations: [], total: 0, place: { label: 'Tulsa, OK', latitude: 36.15, longitude: -95.99 } },
    type,
  )

async function found(query: string, answer: ListLocationsApiResponse, type?: 'curbside') {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const search = readSearch(new URLSearchParams(query))
  const call = toCall(search, type)!
  await store.dispatch(generated.util.upsertQueryData('listLocations', { ...call, limit: pageSize }, answer))
  renderAt(
    `/quote/everyday?${query}`,
    <Provider store={store}>
      <Results call={call} search={search} />
      <Query />
    </Provider>,
  )
  return screen.getAllByRole('status')[0]?.textContent
}

const near = 'near=Tulsa%2C+OK'

test.each([
  [near, undefined, 'No grill near Tulsa, OK yet'],
  [near, 'curbside' as const, 'No curbside near Tulsa, OK'],
  [`${near}&open=1`, undefined, 'No grill near Tulsa, OK is open right now'],
  [`${near}&open=1`, 'curbside' as const, 'No grill near Tulsa, OK has curbside right now'],
])('nothing found by %s (%s) is said as it is', async (query, type, want) => {
  expect(await foundNothing(query, type)).toBe(want)
  expect(screen.queryAllByRole('button', { name: 'Show the closed ones too' })).toHaveLength(
    query.includes('open') ? 1 : 0,
  )
})

test('the closed ones are one press away', async () => {
  await foundNothing(`${near}&open=1`)
  fireEvent.click(screen.getByRole('button', { name: 'Show the closed ones too' }))
  expect(screen.getByTestId('query').textContent).toBe(`?${near}`)
})
