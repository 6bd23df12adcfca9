import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { basketFixture } from '../../../basket/fixtures'
import { renderAt } from '../../../renderAt'
import type { BasketActions } from '../useBasketActions'
import { TipPart } from './TipPart'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })

/** Renders the part for a basket with this tip in cents. Returns the mock that receives changes. */
function shown(minor: number, setTip = vi.fn(async () => {})) {
  const basket = basketFixture()
  renderAt(
    '/cart/summary',
    <TipPart
      basket={{
        ...basket,
        tip: { kind: 'amount', amount: usd(minor) },
        totals: { ...basket.totals, tip: usd(minor) },
      }}
      cart={{ setTip } as unknown as BasketActions}
    />,
  )
  return { setTip, field: screen.getByRole('textbox', { name: 'Tip amount' }) }
}

test('clearing the field removes the tip once', () => {
  const { setTip, field } = shown(500)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.blur(field)
  fireEvent.click(screen.getByRole('button', { name: 'Set the tip' }))
  expect(setTip.mock.calls).toEqual([[{ kind: 'amount', amount: usd(0) }]])
})

test('an unchanged amount is not sent again', () => {
  const { setTip, field } = shown(500)
  fireEvent.blur(field)
  expect(setTip).not.toHaveBeenCalled()
})

test('leaving an untouched field shows no error', () => {
  const { setTip, field } = shown(0)
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Set the tip' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(setTip).not.toHaveBeenCalled()
})

test('fractions of a cent are rounded away', () => {
  const { setTip, field } = shown(500)
  fireEvent.change(field, { target: { value: '3.337' } })
  fireEvent.blur(field)
  expect(setTip.mock.calls).toEqual([[{ kind: 'amount', amount: usd(334) }]])
  expect((field as HTMLInputElement).value).toBe('3.34')
})

test.each(['-5', 'abc'])('an invalid amount (%s) is refused with the reason', (value) => {
  const { field } = shown(500)
  fireEvent.change(field, { target: { value } })
  expect((field as HTMLInputElement).value).toBe('5.00')
  expect(screen.getByText('Type an amount, such as 4.50')).toBeTruthy()
  fireEvent.change(field, { target: { value: '6' } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test('an amount over the limit is refused with the limit and the current tip', async () => {
  const problem = { code: 'tip-invalid', message: 'm', errors: [], params: { max: usd(2865) } }
  const refusal = { name: 'API Error', status: 422, message: 'm', problem }
  const { field } = shown(
    334,
    vi.fn(() => Promise.reject(refusal)),
  )
  fireEvent.change(field, { target: { value: '99999' } })
  fireEvent.blur(field)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Could not add tip. Choose $28.65 or less. Your tip is still $3.34.')).toBeTruthy()
})

test('a tip chosen before the answer to the first one wins', async () => {
  const answers: (() => void)[] = []
  shown(
    500,
    vi.fn(() => new Promise<void>((done) => answers.push(done))),
  )
  const none = screen.getByRole<HTMLInputElement>('radio', { name: 'No tip' })
  fireEvent.click(screen.getAllByRole('radio')[0]!)
  fireEvent.click(none)
  await act(async () => answers[0]!())
  expect(none.checked).toBe(true)
})
