import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { ContestForm, formatClosing } from './ContestForm'

const open = { open: true, closes: '2028-01-01T06:00:00Z', minAge: 18, countries: ['US', 'CA'] }
const refusal = (code: string) =>
  Response.json({ status: 409, title: 'Conflict', code, message: code, errors: [code] }, { status: 409 })

/** Answers of the contest and of an entry. */
const answers: { contest: object; entry: () => Response } = {
  contest: open,
  entry: () => Response.json({ reference: 'R7K2-M9QX' }, { status: 201 }),
}
const entries = vi.fn()
beforeEach(() => {
  answers.contest = open
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('form-token')) return Response.json({ token: 'a-token', wait: 0 })
    if (request.method === 'GET') return Response.json(answers.contest)
    entries(await request.json())
    return answers.entry()
  })
})

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

async function enter() {
  await screen.findByRole('button', { name: 'Enter' })
  for (const [name, value] of [
    ['First name', 'Ann'],
    ['Last name', 'Whitaker'],
    ['Email', 'ann@example.com'],
    ['Date of birth', '1990-02-28'],
    ['State where you live', 'OK'],
  ] as const)
    type(name, value)
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Enter' }))
}

test('without an open contest there is no form', async () => {
  answers.contest = { open: false }
  renderAt('/promos/contest', <ContestForm />)
  await screen.findByText('No contest is open right now.')
  expect(screen.queryByRole('form')).toBeNull()
})

test('an entry has the residence, the agreement and the date of birth, which is not stored in the browser', async () => {
  renderAt('/promos/contest', <ContestForm />)
  fireEvent.click(await screen.findByRole('button', { name: 'Enter' }))
  await screen.findByRole('button', { name: 'Agree to the rules to enter.' })
  expect(screen.getByLabelText('State where you live').getAttribute('aria-invalid')).toBe('true')
  await enter()
  await waitFor(() => expect(sessionStorage.getItem('form-contest')).not.toContain('1990'))
  await screen.findByText('R7K2-M9QX')
  expect(entries.mock.calls[0]?.[0]).toMatchObject({
    birthDate: '1990-02-28',
    country: 'US',
    region: 'OK',
    agreed: true,
  })
})

test('a second entry is refused at the address', async () => {
  answers.entry = () => refusal('contest-entered')
  renderAt('/promos/contest', <ContestForm />)
  await enter()
  await screen.findByRole('button', { name: /^You’re already in!/ })
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})

test('before hydration the closing time names its zone, because a published page does not know the guest’s', () => {
  const closing = { date: 'January 1, 2028', time: '6:00\u00a0AM UTC' }
  expect(formatClosing(open.closes, 'en-US', false)).toEqual(closing)
  expect(formatClosing(open.closes, 'en-US', true)).not.toEqual(closing)
})
