import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { QuantityStepper } from './QuantityStepper'

test('counts in steps and stops at its limits', () => {
  const onChange = vi.fn()
  const stepper = () => <QuantityStepper value={4} min={2} max={6} step={2} onChange={onChange} />
  const { rerender } = render(stepper())
  fireEvent.click(screen.getByRole('button', { name: 'One more' }))
  rerender(stepper())
  fireEvent.click(screen.getByRole('button', { name: 'One fewer' }))
  expect(onChange.mock.calls).toEqual([[6], [2]])
})

test('presses before the next render accumulate up to the limit', () => {
  const onChange = vi.fn()
  render(<QuantityStepper value={1} max={2} onChange={onChange} />)
  const more = screen.getByRole('button', { name: 'One more' })
  act(() => {
    more.click()
    more.click()
    more.click()
  })
  expect(onChange.mock.calls).toEqual([[2]])
})

test('at a limit the button is disabled and focusable', () => {
  const onChange = vi.fn()
  render(<QuantityStepper value={1} max={1} onChange={onChange} />)
  for (const name of ['One fewer', 'One more']) {
    const button = screen.getByRole('button', { name })
    expect([button.getAttribute('aria-disabled'), button.hasAttribute('disabled')]).toEqual(['true', false])
    fireEvent.click(button)
  }
  expect(onChange).not.toHaveBeenCalled()
})
