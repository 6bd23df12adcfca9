import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { PrivacyForm } from './PrivacyForm'

const calls: { path: string; body: Record<string, unknown> }[] = []
const receipt = { reference: 'R7K2-M9QX', case: 'a-case' }

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/survey-management/', '')
    if (path === 'form-token') return Response.json({ token: 'a-token', wait: 0 })
    const text = await request.text()
    calls.push({ path, body: text ? JSON.parse(text) : {} })
    if (path === 'ccpa') return Response.json(receipt, { status: 201 })
    if (path.endsWith('/code')) return new Response(null, { status: 204 })
    return Response.json({ ...receipt, acknowledgeBy: '2026-12-07', answerBy: '2027-01-04' })
  })
})

const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a request asks for the region, waits for its code over a reload, and names both dates', async () => {
  renderAt('/', <PrivacyForm />)
  fireEvent.click(screen.getByRole('radio', { name: /^Delete/ }))
  type('First name', 'Ann')
  type('Last name', 'Whitaker')
  type('Email', 'ann@example.com')
  press('Send the code')
  await screen.findByRole('button', { name: 'Choose the state or province where you live.' })
  expect(calls).toEqual([])
  type('State where you live', 'OK')
  press('Send the code')
  await screen.findByRole('textbox', { name: 'Six-digit code' })
  expect(calls[0]?.body).toMatchObject({
    request: 'delete',
    country: 'US',
    region: 'OK',
    email: 'ann@example.com',
  })

  cleanup() // the phone unloads the page while its owner reads mail
  renderAt('/', <PrivacyForm />)
  expect(await screen.findByText(/^Sent to ann@example.com/)).toBeDefined()
  press('Send a new code')
  await screen.findByText(/^A new code is on its way/)
  type('Six-digit code', '123456')
  press('Confirm it’s me')
  await screen.findByText('R7K2-M9QX')
  expect(screen.getByText('December 7, 2026')).toBeDefined()
  expect(screen.getByText('January 4, 2027')).toBeDefined()
  expect(calls.slice(1)).toEqual([
    { path: 'ccpa/a-case/code', body: {} },
    { path: 'ccpa/a-case/verification', body: { code: '123456' } },
  ])

  cleanup()
  renderAt('/', <PrivacyForm />)
  expect(screen.getByRole('radio', { name: /^Delete/ })).toBeDefined()
})

test('another country has no states; a mistyped address leads back to the form', async () => {
  sessionStorage.setItem('form-ccpa-code', JSON.stringify({ id: 'a-case', email: 'anne@example.com' }))
  renderAt('/', <PrivacyForm />)
  await screen.findByText(/^Sent to anne@example.com/)
  press('Wrong address? Start over')
  await waitFor(() => expect(screen.getByLabelText('State where you live')).toBeDefined())
  type('Country where you live', 'ZZ')
  expect(screen.queryByLabelText('State where you live')).toBeNull()
})
