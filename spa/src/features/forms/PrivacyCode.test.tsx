import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ApiError } from '../../api/errors'
import { renderAt } from '../../renderAt'
import { PrivacyCode } from './PrivacyCode'

const refusal = (code: string, params?: object): ApiError =>
  ({
    name: 'API Error',
    status: 422,
    message: '',
    problem: { code, message: '', errors: [], params },
  }) as ApiError

function show(verify = vi.fn(async () => {}), renew = vi.fn(async () => {})) {
  const onStartOver = vi.fn()
  renderAt(
    '/',
    <PrivacyCode email="ann@example.com" verify={verify} renew={renew} onStartOver={onStartOver} />,
  )
  return { verify, renew, onStartOver }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Six-digit code' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the heading takes the focus; a code with spaces is verified once for two presses', async () => {
  let done = () => {}
  const { verify } = show(vi.fn(() => new Promise<void>((resolve) => (done = resolve))))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'One code, then it counts.' }))
  type(' 123 456 ')
  press('Confirm it’s me')
  fireEvent.submit(field().form!)
  expect(verify.mock.calls).toEqual([['123456']])
  done()
  await waitFor(() => screen.getByRole('button', { name: 'Confirm it’s me' }))
})

test('a missing and a wrong code are named at the field, which keeps what was typed', async () => {
  const { verify } = show(
    vi.fn(async () => {
      throw refusal('code-wrong', { left: 2 })
    }),
  )
  press('Confirm it’s me')
  expect(document.activeElement).toBe(field())
  expect(screen.getByText('Enter the six digits of the mail.')).toBeDefined()
  expect(verify).not.toHaveBeenCalled()
  type('000000')
  press('Confirm it’s me')
  await screen.findByText('This code is not correct. Tries left: 2.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(field().value).toBe('000000')
})

test('another code is mailed, and a failure of the call is said', async () => {
  const limited = { ...refusal('forms-limited', { minutes: 1440 }), status: 429 }
  const renew = vi.fn<() => Promise<void>>().mockRejectedValueOnce(limited).mockResolvedValue()
  const { onStartOver } = show(undefined, renew)
  press('Send a new code')
  expect((await screen.findByRole('alert')).textContent).toContain('24 hours')
  press('Send a new code')
  await screen.findByText(/^A new code is on its way/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(field())
  press('Wrong address? Start over')
  expect(onStartOver).toHaveBeenCalled()
})
