import { expect, test } from 'vitest'
import { problemsOf, stepOf } from './problems'

const finding = (code: string, pointer: string) => ({ code, message: code, pointer, fixes: [] })

test('the pointer of a problem selects where it is fixed', () => {
  const places = ['/', '/lines/a', '/timeslot', '/tip'].map((pointer) => stepOf(finding('x', pointer)))
  expect(places).toEqual(['cart', 'cart', 'time', 'tip'])
  expect(stepOf({ code: 'x', message: 'x' })).toBe('cart')
})

test('a problem that a change already shows is not repeated', () => {
  const problems = [
    finding('item-sold-out', '/lines/a'),
    finding('item-sold-out', '/lines/b'),
    finding('modifier-sold-out', '/lines/a'),
    finding('timeslot-missing', '/timeslot'),
  ]
  const changes = [{ kind: 'sold-out' as const, lineId: 'a', label: 'The Big Deal' }]
  expect(problemsOf({ problems, changes }, 'cart')).toEqual([problems[1], problems[2]])
  expect(problemsOf({ problems, changes }, 'time')).toEqual([problems[3]])
})
