import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './Field'

test('label, hint and error belong to the control', () => {
  render(
    <Field label="Email" hint="For the receipt" error="Invalid email address">
      {(control) => <input {...control} />}
    </Field>,
  )
  const input = screen.getByRole('textbox', {
    name: 'Email',
    description: 'Invalid email address For the receipt',
  })
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('a valid value has no error', () => {
  render(<Field label="Email">{(control) => <input {...control} />}</Field>)
  const input = screen.getByRole('textbox', { name: 'Email' })
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(input.hasAttribute('aria-describedby')).toBe(false)
})
