import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { pendingCode } from './pendingCode'
import { SaveForNextTime } from './SaveForNextTime'

const contact = { firstName: 'Anna', lastName: 'Lopez', email: 'anna@example.com', phone: '918-555-0142' }

test('a device that can keep a passkey offers one in place of the password', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (request: Request) => {
    sent(await request.json())
    return Response.json({ signUp: 's1' }, { status: 202 })
  })
  const isUserVerifyingPlatformAuthenticatorAvailable = async () => true
  const browser = Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable })
  vi.stubGlobal('PublicKeyCredential', browser)
  renderAt('/orders/o1', <SaveForNextTime contact={contact} from="/orders/o1" />)
  const button = await screen.findByRole('button', { name: 'Save it with a passkey' })
  await act(async () => void fireEvent.click(button))
  expect(sent.mock.calls).toEqual([
    [{ ...contact, confirmEmail: contact.email, password: '', confirmPassword: '', passkey: true }],
  ])
  expect(pendingCode('signUp')).toEqual({ signUp: 's1', email: contact.email, passkey: true })
})

test('a guest adds only a password, and the code of the mail leads back to the order', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (request: Request) => {
    sent(new URL(request.url).pathname, await request.json())
    return Response.json({ signUp: 's1' }, { status: 202 })
  })
  const { router } = renderAt('/orders/o1', <SaveForNextTime contact={contact} from="/orders/o1" />)
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save it' })))
  await press()
  expect(sent).not.toHaveBeenCalled()
  const password = 'Ketchup 57 Mustard'
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  await press()
  expect(sent.mock.calls).toEqual([
    [
      '/api/auth/sign-up',
      { ...contact, confirmEmail: contact.email, password, confirmPassword: password, passkey: false },
    ],
  ])
  expect(pendingCode('signUp')).toEqual({ signUp: 's1', email: contact.email, passkey: false })
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe('/confirm-email?return=%2Forders%2Fo1')
})
