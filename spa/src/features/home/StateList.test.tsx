import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { generated } from '../../api/generated'
import { renderAt, storeWith } from '../../renderAt'
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
  const store = storeWith()
  await store.dispatch(generated.util.upsertQueryData('listStates', {}, { regions }))
  renderAt('/', <StateList />, store)
  expect(screen.getByRole('heading', { name: want })).toBeTruthy()
})
