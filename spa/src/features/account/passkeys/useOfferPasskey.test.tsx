import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { renderAt } from '../../../renderAt'
import { remove, snapshot } from '../../../ui/overlay/notifications'
import { ConfirmEmailPage } from '../ConfirmEmailPage'
import { LoginPage } from '../LoginPage'
import { storePendingCode } from '../pendingCode'
import * as authenticator from './authenticator'
import { isOfferPostponed } from './offerState'
import { PostponedOffer } from './PostponedOffer'

let create: MockInstance<typeof authenticator.createPasskey>
/** Calls that add a passkey. */
let sent: [path: string, body: unknown][]
let keepsPasskeys: boolean
/** Whether the API asks for a proof, as after a sign-in at a provider. */
let asksProof: boolean

beforeEach(() => {
  sent = []
  keepsPasskeys = true
  asksProof = false
  create = vi.spyOn(authenticator, 'createPasskey').mockResolvedValue({ id: 'made' })
  const browser = {
    isConditionalMediationAvailable: async () => false,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => keepsPasskeys,
  }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, browser),
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/auth', '')
    const body = await request.json().catch(() => undefined)
    if (path === '/social') return Response.json([])
    if (path === '/passkey/options' && asksProof)
      return Response.json({ code: 'confirm-again', message: '', errors: [] }, { status: 428 })
    if (path.startsWith('/passkey') && request.method === 'POST') sent.push([path, body])
    if (path === '/passkeys')
      return Response.json({ id: 'made', name: 'Chrome', created: '2026-11-23T12:00:00Z' })
    return Response.json({
      token: 'abc',
      expires: '2100-01-01T00:00:00Z',
      firstName: 'Anna',
      challenge: 'c1',
    })
  })
})

/** Signs in, and returns the offer that follows. */
async function signIn(path = '/login') {
  const { unmount, router } = renderAt(path, <LoginPage />)
  for (const label of ['Email', 'Password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'anna@example.com' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sign in' })))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/login'))
  unmount()
  localStorage.removeItem('jwt_token')
  return offered()
}
const offered = () => snapshot().find(({ action }) => action?.label === 'Add a passkey')
const said = () => snapshot().map(({ text }) => text)
const created = [
  ['/passkey/options', undefined],
  ['/passkeys', { answer: { id: 'made' } }],
]

test('after a sign-in a press adds a passkey; then it is offered here no more', async () => {
  const offer = await signIn()
  expect(offer?.text).toMatch(/^Quicker next time/)
  await act(async () => offer?.action?.onPress())
  await waitFor(() => expect(said().at(-1)).toMatch(/^Passkey added/))
  expect(sent).toEqual(created)
  remove(offer!.id)
  expect(await signIn()).toBeUndefined()
})

test('an offer whose time ended returns at the next sign-in; a dismissed one does not', async () => {
  remove((await signIn())!.id)
  const offer = await signIn()
  offer?.onDismiss?.()
  remove(offer!.id)
  expect(await signIn()).toBeUndefined()
})

test('a device that cannot keep a passkey is offered none', async () => {
  keepsPasskeys = false
  expect(await signIn()).toBeUndefined()
})

test('a customer who must confirm first adds it in the profile', async () => {
  asksProof = true
  const { router } = renderAt('/orders/o1', <PostponedOffer />)
  await waitFor(() => expect(offered()).toBeDefined())
  await act(async () => offered()?.action?.onPress())
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-profile'))
  expect(router.state.location.hash).toBe('#passkeys')
})

test('a device that has a passkey says so, and is offered no other', async () => {
  create.mockRejectedValue(Object.assign(new Error('excluded'), { name: 'InvalidStateError' }))
  const offer = await signIn()
  await act(async () => offer?.action?.onPress())
  await waitFor(() => expect(said()).toContain('This device already has a passkey for you.'))
  remove(offer!.id)
  expect(await signIn()).toBeUndefined()
})

test.each([
  ['this device', 'platform', false],
  ['a phone nearby', 'cross-platform', true],
])('after a sign-in with a passkey of %s', async (_, authenticatorAttachment, isOffered) => {
  vi.spyOn(authenticator, 'answerWithPasskey').mockResolvedValue({ authenticatorAttachment })
  const { router } = renderAt('/login', <LoginPage />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Use a passkey' })))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await waitFor(() => expect(!!offered()).toBe(isOffered))
})

test('a sign-in at the checkout is followed by no offer before the order is placed', async () => {
  expect(await signIn('/login?return=%2Fcheckout')).toBeUndefined()
  expect(isOfferPostponed()).toBe(true)
  renderAt('/orders/o1', <PostponedOffer />)
  await waitFor(() => expect(offered()).toBeDefined())
  expect(isOfferPostponed()).toBe(false)
})

test('a sign-up for a passkey adds it after the code; a cancelled one stays on offer', async () => {
  create.mockRejectedValueOnce(Object.assign(new Error('cancelled'), { name: 'NotAllowedError' }))
  storePendingCode('signUp', { signUp: 'S1', email: 'anna@example.com', passkey: true })
  const { router } = renderAt('/confirm-email?return=%2Forders%2Fo1', <ConfirmEmailPage />)
  expect(await screen.findByText(/^Then your device asks for your finger/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Finish signing up' })))
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'))
  await waitFor(() => expect(offered()?.text).toMatch(/^Your account is ready/))
  sent = []
  await act(async () => offered()?.action?.onPress())
  await waitFor(() => expect(sent).toEqual(created))
})
