import { describe, expect, test } from 'vitest'
import type { OrderStatus } from '../../api/generated'
import { placeLayers } from '../../food/stack'
import { drawingFor, isAhead, isLate, missingLayers, type Status, trackerSteps } from './progress'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 23, minute)).toISOString()
const order = (
  status: Status,
  ...steps: [OrderStatus['steps'][number]['status'], number][]
): OrderStatus => ({
  status,
  steps: steps.map(([s, minute]) => ({ status: s, at: at(minute) })),
  promisedAt: at(45),
  cancellable: false,
  refunded: false,
  final: false,
  refreshAfter: 10,
})

describe('the tracker', () => {
  test('an order at the kitchen is at the first step', () => {
    expect(trackerSteps(order('scheduled', ['scheduled', 1])).map((s) => s.state)).toEqual([
      'now',
      'next',
      'next',
      'next',
    ])
  })

  test('shows when each step was reached; the first is the later of two', () => {
    const steps = trackerSteps(
      order('in-preparation', ['scheduled', 1], ['accepted', 2], ['in-preparation', 9]),
    )
    expect(steps).toEqual([
      { name: 'got', state: 'done', at: at(2) },
      { name: 'fire', state: 'now', at: at(9) },
      { name: 'ready', state: 'next', at: undefined },
      { name: 'done', state: 'next', at: undefined },
    ])
  })

  test('a kitchen may skip steps', () => {
    expect(trackerSteps(order('ready', ['scheduled', 1], ['ready', 20])).map((s) => s.state)).toEqual([
      'done',
      'done',
      'now',
      'next',
    ])
  })

  test('all steps of a completed order are done', () => {
    expect(
      trackerSteps(order('completed', ['scheduled', 1], ['completed', 30])).every((s) => s.state === 'done'),
    ).toBe(true)
  })

  test('a rejected or cancelled order ends at its last step', () => {
    expect(
      trackerSteps(order('not-approved', ['scheduled', 1], ['accepted', 2], ['not-approved', 4])).map(
        (s) => s.name,
      ),
    ).toEqual(['got', 'not-approved'])
    expect(
      trackerSteps(order('cancelled', ['scheduled', 1], ['cancelled', 3])).map((s) => [s.name, s.state]),
    ).toEqual([
      ['got', 'done'],
      ['cancelled', 'now'],
    ])
  })

  test('an unplaced order has no tracker', () => {
    expect(trackerSteps(order('pending'))).toEqual([])
    expect(trackerSteps(order('not-paid'))).toEqual([])
  })
})

describe('the burger', () => {
  const layers = placeLayers(['heel', 'lettuce', 'patty', 'cheese', 'crown'])
  const drawnLayers = (status: Status) => layers.length - missingLayers(layers, status).size

  test('gains layers with every status, and its top bun when it is ready', () => {
    const counts = (
      ['pending', 'scheduled', 'accepted', 'in-preparation', 'ready', 'completed'] as const
    ).map(drawnLayers)
    expect(counts).toEqual([0, 1, 2, 4, 5, 5])
  })

  test('is only a shadow if the order is not made', () => {
    expect(drawnLayers('cancelled')).toBe(0)
    expect(drawnLayers('not-approved')).toBe(0)
  })

  test('is the first burger of the order', () => {
    expect(drawingFor([{ picture: 'dishes/pit-fries' }, { stack: ['heel', 'pork', 'crown'] }])).toEqual({
      stack: ['heel', 'pork', 'crown'],
    })
  })

  test('is replaced by fries if only fries were ordered', () => {
    expect(drawingFor([{ picture: 'dishes/pit-fries' }, { picture: 'dishes/cola' }])).toEqual({
      picture: 'dishes/pit-fries',
    })
  })

  test('is the brand’s own if no ordered dish has a drawing', () => {
    expect(drawingFor([{}])).toHaveProperty('stack', expect.arrayContaining(['patty']))
  })
})

test.each([
  ['before its time', 'in-preparation', 44, false],
  ['within two minutes after it', 'in-preparation', 46, false],
  ['later', 'in-preparation', 48, true],
  ['later, but ready', 'ready', 48, false],
  ['later, but cancelled', 'cancelled', 48, false],
] as const)('isLate: %s', (_, status, minute, want) => {
  expect(isLate(order(status), new Date(at(minute)))).toBe(want)
})

test.each([
  ['for now', 'scheduled', 30, false],
  ['an hour ahead', 'scheduled', 60, false],
  ['this evening', 'accepted', 61, true],
  ['already in preparation', 'in-preparation', 600, false],
  ['cancelled', 'cancelled', 600, false],
] as const)('isAhead: %s', (_, status, minutes, want) => {
  const placed = new Date(Date.parse(at(45)) - minutes * 60_000).toISOString()
  expect(isAhead(placed, order(status))).toBe(want)
})
