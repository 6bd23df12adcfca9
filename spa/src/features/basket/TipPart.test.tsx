import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { basketOf } from '../../api/cases'
import { renderAt } from '../../ui/render'
import { TipPart } from './TipPart'
import type { Cart } from './useCart'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })

/** The part for a basket with this tip, in cents, and what it sends. */
function shown(minor: number) {
  const setTip = vi.fn(async () => {})
  const basket = basketOf()
  renderAt(
    '/cart/summary',
    <TipPart
      basket={{
        ...basket,
        tip: { kind: 'amount', amount: usd(minor) },
        totals: { ...basket.totals, tip: usd(minor) },
      }}
      cart={{ setTip } as unknown as Cart}
    />,
  )
  return { setTip, field: screen.getByRole('textbox', { name: 'Tip amount' }) }
}

test('an amount that is taken out of the field is taken off the order, once', () => {
  const { setTip, field } = shown(500)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.blur(field)
  fireEvent.click(screen.getByRole('button', { name: 'Set the tip' }))
  expect(setTip.mock.calls).toEqual([[{ kind: 'amount', amount: usd(0) }]])
})

test('an amount that is left as it was is not sent again', () => {
  const { setTip, field } = shown(500)
  fireEvent.blur(field)
  expect(setTip).not.toHaveBeenCalled()
})

test('a field that was never filled in is asked for, and leaving it says nothing', () => {
  const { setTip, field } = shown(0)
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Set the tip' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(setTip).not.toHaveBeenCalled()
})
