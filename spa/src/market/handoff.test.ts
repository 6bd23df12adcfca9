import { expect, test } from 'vitest'
import { handoffOf, handoffsOf, readHandoff } from './handoff'
import { markets } from './market'
import { pathsOf } from './paths'

test.each([
  ['?type=curbside', 'curbside'],
  ['?near=Tulsa&type=carryout', 'carryout'],
  ['?type=delivery', 'carryout'],
  ['?type=toString', 'carryout'],
  ['', 'carryout'],
] as const)('the URL %s has the handoff %s', (search, want) => {
  expect(readHandoff(search)).toBe(want)
})

test('only orderable handoffs are offered, carryout first', () => {
  expect(handoffsOf([4, 3, 2])).toEqual(['carryout', 'curbside'])
  expect(handoffsOf([1, 3, 6])).toEqual([])
  expect(handoffOf(4)).toBe('curbside')
})

test('links of an order keep its handoff', () => {
  const paths = pathsOf(markets[0]!, 'curbside')
  expect([paths.startOrder(), paths.menu('brookside'), paths.item('brookside', 'sides', 'rings')]).toEqual([
    '/quote/everyday?type=curbside',
    '/quote/everyday/brookside?type=curbside',
    '/quote/everyday/brookside/sides/rings?type=curbside',
  ])
})
