import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { storeToken } from '../../../api/storedToken'
import { renderAt } from '../../../renderAt'
import { ConfirmAgain } from '../ConfirmAgain'
import { PasskeysSection } from './PasskeysSection'

const refused = (status: number, code: string, params = {}) =>
  Response.json({ code, message: '', errors: [], params }, { status })

test('removing a passkey asks for a proof, by password or mailed code, and then continues', async () => {
  const calls = vi.fn<(call: string, body?: unknown) => void>()
  let passkeys = [{ id: 'a', name: 'My phone', created: '2026-11-20T18:00:00Z' }]
  let confirmed = false
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    if (call === 'GET /api/auth/passkeys') return Response.json(passkeys)
    if (request.method === 'GET') return Response.json([])
    const body = await request.json().catch(() => undefined)
    calls(call, body)
    if (call === 'POST /api/auth/confirm/code') return new Response(null, { status: 202 })
    if (call === 'POST /api/auth/confirm') {
      if (body.password) return refused(422, 'password-wrong')
      confirmed = true
      return new Response(null, { status: 204 })
    }
    if (!confirmed) return refused(428, 'confirm-again')
    passkeys = []
    return new Response(null, { status: 204 })
  })
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  renderAt(
    '/user-profile',
    <ConfirmAgain>
      <PasskeysSection />
    </ConfirmAgain>,
  )
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  const enter = (label: string, value: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))

  await screen.findByText('My phone')
  await press('Remove My phone')
  await screen.findByRole('heading', { name: 'Is it still you?' })
  await enter('Password', 'Ketchup57')
  await press('It’s me')
  await screen.findByText('Wrong password.')
  await press('Mail me a code')
  await screen.findByLabelText('Six-digit code')
  await enter('Six-digit code', '123456')
  await press('It’s me')
  await waitFor(() => expect(screen.queryByText('My phone')).toBeNull())
  expect(calls.mock.calls).toEqual([
    ['DELETE /api/auth/passkeys/a', undefined],
    ['POST /api/auth/confirm', { password: 'Ketchup57' }],
    ['POST /api/auth/confirm/code', undefined],
    ['POST /api/auth/confirm', { code: '123456' }],
    ['DELETE /api/auth/passkeys/a', undefined],
  ])
})
