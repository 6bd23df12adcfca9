import { configureStore } from '@reduxjs/toolkit'
import { screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { api } from '../../api/api'
import { generated } from '../../api/generated'
import { renderAt } from '../../ui/renderAt'
import { StateList } from './StateList'

const region = (code: string, label: string, count: number) => ({
  country: 'US' as const,
  count,
  latitude: 44,
  longitude: -70,
  slug: label.toLowerCase(),
  state: { code, label, slug: label.toLowerCase() },
})
const maine = region('ME', 'Maine', 1)

test.each([
  ['1 grill in 1 state, and one Canada.', [maine]],
  ['2 grills in 1 state, and one Canada.', [{ ...maine, count: 2 }]],
  ['3 grills in 2 states, and one Canada.', [maine, region('OR', 'Oregon', 2)]],
])('one restaurant and one state are singular: %s', async (want, regions) => {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  await store.dispatch(generated.util.upsertQueryData('listStates', {}, { regions }))
  renderAt(
    '/',
    <Provider store={store}>
      <StateList />
    </Provider>,
  )
  expect(screen.getByRole('heading', { name: want })).toBeTruthy()
})
