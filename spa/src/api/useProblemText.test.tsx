import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { apiError } from './errors'
import { useProblemText } from './useProblemText'

const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>

const told = (status: number, code: string, requestId?: string) => {
  const { result } = renderHook(useProblemText, { wrapper })
  return result.current(apiError(status, JSON.stringify({ code, message: 'm', errors: [], requestId })))
}

test('a fault of ours names its request, by which the log tells what happened', () => {
  expect(told(503, 'store-unavailable', 'JKJaXmPLvHcESHA=').split('\n')).toHaveLength(2)
  expect(told(500, 'internal', 'JKJaXmPLvHcESHA=')).toMatch(/\nReference: JKJaXmPLvHcESHA=$/)
})

test('what the guest can mend, and what has no request, is said without one', () => {
  expect(told(409, 'timeslot-full', 'JKJaXmPLvHcESHA=')).not.toContain('Reference')
  expect(told(503, 'store-unavailable')).not.toContain('Reference')
})
