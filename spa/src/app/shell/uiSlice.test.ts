import { expect, test } from 'vitest'
import { orderStepReached, selectOrderProgress, storedOrderStep, storeOrderStep, uiReducer } from './uiSlice'

test('progress is the step out of five', () => {
  const ui = uiReducer(undefined, orderStepReached(3))
  expect(selectOrderProgress({ ui })).toBe(60)
})

test.each([
  ['2', 2],
  ['9', 0],
  ['x', 0],
  ['1.5', 0],
])('a stored step of %s', (stored, step) => {
  sessionStorage.setItem('currentOrderStep', stored)
  expect(storedOrderStep()).toBe(step)
})

test('a reload restores the step', () => {
  storeOrderStep(4)
  expect(storedOrderStep()).toBe(4)
})
