import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionChanged } from '../../api/session'
import { storeToken } from '../../api/storedToken'
import { readSession, token } from '../../api/token'
import { selectQuote } from '../../basket/basketSession'
import { loadTranslations } from '../../i18n/i18n'
import { renderAt, storeWith } from '../../renderAt'
import { snapshot } from '../../ui/overlay/notifications'
import { ConfirmEmailPage } from './ConfirmEmailPage'
import { ForgotPasswordPage } from './ForgotPasswordPage'
import { LoginPage } from './LoginPage'
import { pendingCode, storePendingCode } from './pendingCode'
import { SetPasswordPage } from './SetPasswordPage'
import { SignupPage } from './SignupPage'
import { formatWait } from './useAccountProblemText'

/** Calls of the API: path and body. */
const calls = vi.fn<(path: string, body: unknown) => Response | Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    if (path === '/api/auth/social') return Response.json([]) // no provider
    return calls(path, await request.json().catch(() => undefined))
  })
})

const signedIn = () => Response.json({ token: 'abc', expires: '2100-01-01T00:00:00Z', firstName: 'Anna' })
const refused = (status: number, problem: object) =>
  Response.json({ code: 'invalid', message: '', errors: [], ...problem }, { status })

async function visit(path: string, page: ReactElement, store = storeWith()) {
  const rendered = renderAt(path, page, store)
  await screen.findByRole('heading', { level: 1 })
  const at = () => rendered.router.state.location.pathname + rendered.router.state.location.search
  return { ...rendered, at }
}
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
/** Returns the texts that describe a field. */
const described = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}
/** The heading of a page in `main` can get the focus. */
const inMain = (page: ReactElement) => <main>{page}</main>
const focused = () => document.activeElement

test('an empty sign-in names both fields, in the words of the specification', async () => {
  await visit('/login', <LoginPage />)
  await press('Sign in')
  await waitFor(() => expect(described('Email')).toEqual(['Email is required']))
  expect(described('Password')).toEqual(['Password is required'])
  expect(focused()).toBe(screen.getByLabelText('Email'))
  expect(calls).not.toHaveBeenCalled()
})

test('a wrong password keeps what was entered; the right one returns to the page before', async () => {
  const { at } = await visit('/login?return=%2Fcheckout', <LoginPage />)
  type('Email', 'anna@example.com')
  type('Password', 'Ketchup57')
  calls.mockReturnValue(refused(401, { code: 'credentials-wrong' }))
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong email or password.')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Ketchup57')
  calls.mockReturnValue(signedIn())
  await press('Sign in')
  await waitFor(() => expect(at()).toBe('/checkout'))
  expect(calls).toHaveBeenCalledWith('/api/auth/login/customer', {
    email: 'anna@example.com',
    password: 'Ketchup57',
  })
  expect(token()).toBe('abc')
})

test("the guest's cart is handed over and kept, and one left on another device is offered", async () => {
  const left = (orderId: string, currency: string) => ({
    orderId,
    currency,
    count: 3,
    locationId: 'x',
    handoff: 2,
    category: 'everyday',
  })
  calls.mockImplementation((path) =>
    path.endsWith('/orders/login')
      ? Response.json({ claimed: 1, baskets: [left('canadian', 'cad'), left('on-the-phone', 'usd')] })
      : signedIn(),
  )
  const store = storeWith({ quote: 'the-guests' })
  const { at } = await visit('/login', <LoginPage />, store)
  type('Email', 'anna@example.com')
  type('Password', 'Ketchup57')
  await press('Sign in')
  await waitFor(() => expect(snapshot().some((n) => n.action)).toBe(true))
  expect(calls).toHaveBeenCalledWith('/api/online-ordering/orders/login', { orderId: 'the-guests' })
  expect(selectQuote(store.getState())).toBe('the-guests')
  const offer = snapshot().find((n) => n.action)
  expect(offer?.text).toContain('3 items')
  act(() => offer?.action?.onPress())
  expect(selectQuote(store.getState())).toBe('on-the-phone')
  await waitFor(() => expect(at()).toBe('/cart'))
})

test('a double press sends once', async () => {
  await visit('/login', <LoginPage />)
  type('Email', 'anna@example.com')
  type('Password', 'Ketchup57')
  calls.mockReturnValue(new Promise(() => {}))
  const button = screen.getByRole('button', { name: 'Sign in' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await screen.findByRole('button', { name: 'One moment…' })
  await press('One moment…')
  expect(calls).toHaveBeenCalledTimes(1)
})

test.each([
  [1, 'en-US', '1 second'],
  [45, 'en-US', '45 seconds'],
  [90, 'en-US', '2 minutes'],
  [900, 'fr-CA', '15 minutes'],
])('a wait of %d s is said in words', (seconds, lang, want) => {
  expect(formatWait(seconds, lang).replaceAll(/\s/g, ' ')).toBe(want)
})

test('too many attempts say how long to wait', async () => {
  await visit('/login', <LoginPage />)
  type('Email', 'anna@example.com')
  type('Password', 'Ketchup57')
  calls.mockReturnValue(refused(429, { code: 'sign-ins-limited', params: { seconds: 120 } }))
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'That was a lot of tries. Try again in 2 minutes.',
  )
})

test('a password can be shown and hidden', async () => {
  await visit('/login', <LoginPage />)
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')
  await press('Show password')
  expect(field.getAttribute('type')).toBe('text')
  await press('Hide password')
  expect(field.getAttribute('type')).toBe('password')
})

const form = {
  'First name': 'Anna',
  'Last name': 'Lee',
  'Phone number': '918 555 0123',
  Email: 'anna@example.com',
  'Confirm email': 'Anna@example.com',
  Password: 'Ketchup 57',
  'Confirm password': 'Ketchup 57',
}
const fill = (fields: Partial<typeof form> = form) => {
  for (const [label, text] of Object.entries(fields)) type(label, text)
}

test.each([
  ['Last name', '', 'This field is required.'],
  ['Phone number', '12', 'Not a valid phone number'],
  ['Email', 'anna', 'Email format is incorrect'],
  ['Confirm email', 'ann@example.com', 'Emails must match'],
  ['Password', 'Ketch57', 'Password must contain at least 8 characters.'],
  [
    'Password',
    'ketchup57',
    'Password must contain at least one lowercase letter, one uppercase letter, and one number.',
  ],
  ['Confirm password', 'Ketchup 58', 'Passwords must match.'],
] as const)('sign-up: %s %j is refused at its field', async (label, text, want) => {
  await visit('/signup', <SignupPage />)
  fill({ ...form, [label]: text })
  await press('Sign up')
  await waitFor(() => expect(described(label)[0]).toBe(want))
  expect(focused()).toBe(screen.getByLabelText(label))
  expect(calls).not.toHaveBeenCalled()
})

test('an empty sign-up focuses its first field', async () => {
  await visit('/signup', <SignupPage />)
  await press('Sign up')
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('First name')))
  for (const label of Object.keys(form)) expect(described(label)[0]).toBe('This field is required.')
})

test('repeated fields are compared while others are invalid, and again when the first one changes', async () => {
  await visit('/signup', <SignupPage />)
  fill({ ...form, 'Phone number': '12', Email: 'ann@example.com', 'Confirm password': 'Mustard 58' })
  await press('Sign up')
  await waitFor(() => expect(described('Phone number')).toEqual(['Not a valid phone number']))
  expect(described('Confirm email')).toEqual(['Emails must match'])
  expect(described('Confirm password')).toEqual(['Passwords must match.'])
  type('Email', 'anna@example.com')
  await waitFor(() => expect(described('Confirm email')).toEqual([]))
})

test('the server’s findings are shown at their fields, and the code follows the form', async () => {
  const { at } = await visit('/signup?return=%2Fcart', <SignupPage />)
  fill()
  calls.mockReturnValue(
    refused(422, {
      problems: [
        { code: 'password-common', message: '', pointer: '/password' },
        { code: 'emails-differ', message: '', pointer: '/confirmEmail' },
      ],
    }),
  )
  await press('Sign up')
  await waitFor(() => expect(described('Confirm email')).toEqual(['Emails must match.']))
  expect(described('Password')[0]).toBe('This password is on lists of common passwords. Choose another one.')
  expect(focused()).toBe(screen.getByLabelText('Password'))
  type('Password', 'Mustard 58')
  type('Confirm password', 'Mustard 58')
  type('Confirm email', 'anna@example.com')
  calls.mockReturnValue(Response.json({ signUp: 'S1' }, { status: 202 }))
  await press('Sign up')
  await waitFor(() => expect(at()).toBe('/confirm-email?return=%2Fcart'))
  expect(token()).toBeNull()
})

test('a refused field opens the part that hides it', async () => {
  await visit('/signup', <SignupPage />)
  const optional = screen.getByLabelText('Referral code').closest('details')
  fill()
  type('Referral code', 'BURGER')
  calls.mockReturnValue(
    refused(422, { problems: [{ code: 'referral-unknown', message: '', pointer: '/referralCode' }] }),
  )
  await press('Sign up')
  await waitFor(() => expect(optional?.open).toBe(true))
  expect(focused()).toBe(screen.getByLabelText('Referral code'))
})

test('the code of the mail signs in; a wrong one is refused at its field', async () => {
  storePendingCode('signUp', { signUp: 'S1', email: 'anna@example.com' })
  const { at } = await visit('/confirm-email?return=%2Fcart', <ConfirmEmailPage />)
  expect(described('Six-digit code')).toEqual(['Sent to anna@example.com'])
  expect(screen.getByLabelText('Six-digit code').getAttribute('autocomplete')).toBe('one-time-code')
  type('Six-digit code', '123')
  await press('Finish signing up')
  await waitFor(() => expect(described('Six-digit code')).toContain('Enter the six digits of the mail.'))
  calls.mockReturnValue(refused(422, { code: 'code-wrong', params: { left: 4 } }))
  type('Six-digit code', '123 456')
  await press('Finish signing up')
  await waitFor(() =>
    expect(described('Six-digit code')).toContain('This code is not correct. Tries left: 4.'),
  )
  calls.mockReturnValue(signedIn())
  await press('Finish signing up')
  await waitFor(() => expect(at()).toBe('/cart'))
  expect(pendingCode('signUp')).toBeUndefined()
  expect(calls).toHaveBeenCalledWith('/api/auth/confirm-customer-email', { signUp: 'S1', code: '123456' })
  expect(token()).toBe('abc')
})

test('a sign-up that the mailed link finished in another tab leaves the page of the code', async () => {
  storePendingCode('signUp', { signUp: 'S1', email: 'anna@example.com' })
  const store = storeWith()
  const { at } = await visit('/confirm-email?return=%2F', <ConfirmEmailPage />, store)
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  act(() => void store.dispatch(sessionChanged(readSession())))
  await waitFor(() => expect(at()).toBe('/'))
})

test('a new code is sent on a press, and ends the messages about the old one', async () => {
  storePendingCode('signUp', { signUp: 'S1', email: 'anna@example.com' })
  await visit('/confirm-email', <ConfirmEmailPage />)
  calls.mockReturnValue(refused(422, { code: 'code-wrong', params: { left: 4 } }))
  type('Six-digit code', '123456')
  await press('Finish signing up')
  await screen.findByText(/^This code is not correct/)
  calls.mockReturnValue(new Response(null, { status: 204 }))
  await press('Send a new code')
  expect(screen.queryByText(/^This code is not correct/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Six-digit code').value).toBe('')
  expect(await screen.findByText(/^A new code is on its way/)).toBeDefined()
  expect(calls).toHaveBeenCalledWith('/api/auth/verification-email', { signUp: 'S1' })
  calls.mockReturnValue(refused(429, { code: 'too-many-attempts', params: { minutes: 10 } }))
  await press('Send a new code')
  expect(await screen.findByText(/^That’s all the codes/)).toBeDefined()
})

test('a code that is used up gives its place to a new one, and at last to a new sign-up', async () => {
  storePendingCode('signUp', { signUp: 'S1', email: 'anna@example.com' })
  await visit('/confirm-email?return=%2Fcart', <ConfirmEmailPage />)
  const useUp = async (code: string, params = {}) => {
    calls.mockReturnValue(refused(422, { code, params }))
    type('Six-digit code', '123456')
    await press('Finish signing up')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'That code is past its best. Have a fresh one sent.',
    )
    expect(screen.queryByLabelText('Six-digit code')).toBeNull()
    const again = screen.getByRole('button', { name: 'Send a new code' })
    await waitFor(() => expect(focused()).toBe(again))
  }
  await useUp('code-wrong', { left: 0 })
  calls.mockReturnValue(new Response(null, { status: 204 }))
  await press('Send a new code')
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Six-digit code')))
  expect(screen.queryByRole('alert')).toBeNull()
  await useUp('code-expired')
  expect(screen.queryByText(/^A new code is on its way/)).toBeNull()
  calls.mockReturnValue(refused(429, { code: 'too-many-attempts', params: { minutes: 10 } }))
  await press('Send a new code')
  expect((await screen.findByText(/^This sign-up is out of codes/)).closest('[role=alert]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup?return=%2Fcart')
})

/** The browser’s own URL, as far as the page changed it. */
const replaced = () => vi.spyOn(history, 'replaceState')

test('the mailed link leaves the URL at once, and asks for the password', async () => {
  const replace = replaced()
  const { at } = await visit('/confirm-email#signUp=S1&link=L1', <ConfirmEmailPage />)
  expect(replace.mock.lastCall?.[2]).toBe('/confirm-email')
  expect(calls).not.toHaveBeenCalled()
  type('Password', 'Ketchup 58')
  calls.mockReturnValue(refused(401, { code: 'credentials-wrong' }))
  await press('Finish signing up')
  await waitFor(() => expect(described('Password')).toEqual(['That isn’t the password you signed up with.']))
  calls.mockReturnValue(signedIn())
  type('Password', 'Ketchup 57')
  await press('Finish signing up')
  await waitFor(() => expect(at()).toBe('/'))
  expect(calls).toHaveBeenCalledWith('/api/auth/confirm-customer-email', {
    signUp: 'S1',
    link: 'L1',
    password: 'Ketchup 57',
  })
})

test('a mailed link that is too old or used leads to the sign-up and the sign-in', async () => {
  await visit('/confirm-email#signUp=S1&link=L1', inMain(<ConfirmEmailPage />))
  type('Password', 'Ketchup 57')
  calls.mockReturnValue(refused(410, { code: 'link-expired' }))
  await press('Finish signing up')
  const heading = await screen.findByRole('heading', { name: 'This link went cold.' })
  await waitFor(() => expect(focused()).toBe(heading))
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign up' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined()
})

test('without a pending sign-up the code page links to the form', async () => {
  await visit('/confirm-email?return=%2Fcart', <ConfirmEmailPage />)
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup?return=%2Fcart')
})

test('a forgotten password says that a mail was sent, and nothing about the account', async () => {
  await visit('/forgot-password', <ForgotPasswordPage />)
  await press('Send the link')
  await waitFor(() => expect(described('Email')).toEqual(['Email is required']))
  type('Email', 'anna@example.com')
  calls.mockReturnValue(new Response(null, { status: 202 }))
  await press('Send the link')
  expect(await screen.findByText(/^A mail to anna@example\.com is on its way/)).toBeDefined()
})

test('a new password is set with the link, once', async () => {
  storeToken('old', '2100-01-01T00:00:00Z', 'Anna')
  const replace = replaced()
  await visit('/set-password#reset=R1&link=L1', <SetPasswordPage />)
  expect(replace.mock.lastCall?.[2]).toBe('/set-password')
  expect(calls).not.toHaveBeenCalled()
  type('New password', 'Ketchup 58')
  calls.mockReturnValue(new Response(null, { status: 204 }))
  await press('Set the password')
  expect(await screen.findByRole('heading', { name: 'That’s the sauce.' })).toBeDefined()
  expect(calls).toHaveBeenLastCalledWith('/api/auth/customer/set-password', {
    reset: 'R1',
    link: 'L1',
    password: 'Ketchup 58',
  })
  expect(token()).toBeNull()
})

test('a page of a link without the link, or with one that is used, offers a new one', async () => {
  const { unmount } = await visit('/set-password', <SetPasswordPage />)
  const offered = () => screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')
  expect(offered()).toBe('/forgot-password')
  unmount()
  await visit('/set-password#reset=R1&link=L1', inMain(<SetPasswordPage />))
  type('New password', 'Ketchup 58')
  calls.mockReturnValue(refused(410, { code: 'link-expired' }))
  await press('Set the password')
  const heading = await screen.findByRole('heading', { name: 'This link went cold.' })
  await waitFor(() => expect(focused()).toBe(heading))
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(offered()).toBe('/forgot-password')
})

test('the pages speak French', async () => {
  await loadTranslations('fr-ca')
  await visit('/ca/fr-ca/login', <LoginPage />)
  await press('Se connecter')
  await waitFor(() => expect(described('Adresse courriel')).toEqual(['L’adresse courriel est obligatoire']))
})
