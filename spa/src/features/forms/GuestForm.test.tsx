import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { FeedbackForm } from './FeedbackForm'

type Answer = { status: number; body: object } | 'no answer'

const receipt = { reference: 'R7K2-M9QX' }
const problem = (status: number, code: string, rest: object = {}): Answer => ({
  status,
  body: { code, message: code, errors: [], ...rest },
})

/** Requests of the form, and the server's next answers; the last one repeats. */
let sent: { key: string | null; body: Record<string, unknown> }[]
let answers: Answer[]
let tokens: number
/** Seconds that the server asks to wait after the token. */
let wait: number

beforeEach(() => {
  sent = []
  answers = [{ status: 201, body: receipt }]
  tokens = 0
  wait = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    if (path.endsWith('/form-token')) return Response.json({ token: `token-${++tokens}`, wait })
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() })
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send it' }))
const thanks = () => screen.findByRole('heading', { name: /Order up, Ada/ })

/** Renders the form and fills in its required fields. */
function fillIn() {
  const page = renderAt('/contact/general-feedback', <FeedbackForm />)
  fireEvent.click(screen.getByRole('radio', { name: 'Praise' }))
  type('Your words', 'Good pickles.')
  type('First name', 'Ada')
  type('Last name', 'Pit')
  type('Email', 'ada@example.com')
  return page
}

test('a double press sends once; the receipt takes the focus and says what happens next', async () => {
  fillIn()
  press()
  fireEvent.submit(field('Email').form!)
  const heading = await thanks()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.body).toEqual({
    subject: 'praise',
    message: 'Good pickles.',
    firstName: 'Ada',
    lastName: 'Pit',
    email: 'ada@example.com',
    token: 'token-1',
    website: '',
  })
  expect(document.activeElement).toBe(heading)
  expect(document.getElementById(heading.getAttribute('aria-describedby')!)?.textContent).toContain(
    'R7K2-M9QX',
  )
  expect(screen.getByText(/ada@example\.com/)).toBeDefined()
})

test('a day still to come and a text that is too long are refused before the send', async () => {
  fillIn()
  type('Your words', 'x'.repeat(2003))
  fireEvent.input(screen.getByLabelText('Day of your visit (optional)'), { target: { value: '2999-01-01' } })
  press()
  expect(await screen.findByRole('button', { name: /^This day is still to come/ })).toBeDefined()
  expect(screen.getByText('3 characters too many.')).toBeDefined()
  expect(sent).toEqual([])
})

test('the first focus fetches the token once; an early press waits for it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  wait = 3
  fillIn()
  fireEvent.focus(field('Email'))
  fireEvent.focus(field('First name'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  press()
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect([tokens, sent.length]).toEqual([1, 0])
  expect(screen.getByRole('button', { name: 'Sending…' })).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect([tokens, sent.length]).toEqual([1, 1])
})

test('without an answer the input stays, also after a reload, and the retry has the same key', async () => {
  answers = ['no answer', { status: 201, body: receipt }]
  const { unmount } = fillIn()
  press()
  await screen.findByText(/No answer came back/)
  expect(field('Your words').value).toBe('Good pickles.')
  unmount()
  renderAt('/contact/general-feedback', <FeedbackForm />)
  await waitFor(() => expect(field('Your words').value).toBe('Good pickles.'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Praise' }).checked).toBe(true)
  press()
  await thanks()
  expect(sent[1]!.key).toBe(sent[0]!.key)
  expect(sessionStorage.length).toBe(0)
})

test('an edit after an answer has another key, also if an earlier version had arrived', async () => {
  answers = [
    'no answer',
    problem(409, 'idempotency-key-reused'),
    problem(429, 'forms-limited', { params: { minutes: 5 } }),
    { status: 201, body: receipt },
  ]
  fillIn()
  press()
  await screen.findByText(/No answer came back/)
  type('Your words', 'Better pickles.')
  press()
  await screen.findByText(/Try again in 5 minutes/)
  press()
  await thanks()
  const [first, reused, limited, last] = sent.map(({ key }) => key)
  expect(reused).toBe(first)
  expect(new Set([first, limited, last]).size).toBe(3)
})

test.each([
  ['an expired token is renewed', problem(410, 'form-token-expired'), 2],
  ['a press that was too fast waits', problem(429, 'form-too-fast', { params: { seconds: 0 } }), 1],
] as const)('%s, and the form is sent again by itself', async (_, answer, fetched) => {
  answers = [answer, { status: 201, body: receipt }]
  fillIn()
  press()
  await thanks()
  expect(tokens).toBe(fetched)
  expect(sent.map(({ body }) => body.token)).toEqual(['token-1', `token-${fetched}`])
  expect(sent[1]!.key).toBe(sent[0]!.key)
})

test('missing fields are listed in a summary that has the focus and leads to them; nothing is sent', async () => {
  renderAt('/contact/general-feedback', <FeedbackForm />)
  fireEvent.blur(screen.getByRole('radio', { name: 'Praise' })) // its value is null then
  press()
  const summary = (await screen.findByText('5 things to fix')).parentElement!
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect([...summary.querySelectorAll('button')].map((b) => b.textContent)).toEqual([
    'Choose what it is about.',
    'Write us a few words.',
    'First name is required.',
    'Last name is required.',
    'Email is required.',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Write us a few words.' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Your words')))
  expect(field('Your words').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('the server’s findings are at their fields; a filled honeypot becomes visible', async () => {
  answers = [
    problem(422, 'invalid', {
      problems: [
        { code: 'email-invalid', message: '', pointer: '/email' },
        { code: 'location-not-found', message: '', pointer: '/locationId' },
        { code: 'invalid', message: '', pointer: '/website' },
      ],
    }),
  ]
  fillIn()
  const trap = document.querySelector<HTMLInputElement>('input[name=website]')!
  fireEvent.change(trap, { target: { value: 'https://example.com' } })
  press()
  expect(await screen.findByText('2 things to fix')).toBeDefined()
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Restaurant not found!')).toHaveLength(2) // at the field and in the summary
  expect(field('Website').value).toBe('https://example.com')
  type('Website', '')
  answers = [{ status: 201, body: receipt }]
  press()
  await thanks()
  expect(sent.map(({ body }) => body.website)).toEqual(['https://example.com', ''])
})

test('input from before hydration is kept', async () => {
  document.body.innerHTML = '<form id="form-feedback"><input name="firstName" value="Ada"></form>'
  renderAt('/contact/general-feedback', <FeedbackForm />)
  await waitFor(() => expect(field('First name').value).toBe('Ada'))
})
