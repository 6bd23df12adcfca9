import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectFirstName } from '../../../api/firstName'
import { forgetToken, storeToken } from '../../../api/storedToken'
import { readSession } from '../../../api/token'
import { hasObjection } from '../../../market/privacy'
import { renderAt } from '../../../renderAt'
import { snapshot } from '../../../ui/overlay/notifications'
import { ProfilePage } from './ProfilePage'

const profile = {
  version: 3,
  firstName: 'Anna',
  lastName: 'Lee',
  email: 'anna@example.com',
  phone: '+19185550123',
  spendablePoints: 0,
}
const civic = { id: 'c1', make: 'Honda', model: 'Civic', colour: 'silver' }
const session = { seen: '2026-11-20T12:00:00Z', created: '2026-11-20T12:00:00Z', agent: 'Chrome, Mac' }

/** Answers of the API by method and path, without /api; those of a test replace them. */
const usual: Record<string, unknown> = {
  'GET /my-profile': profile,
  'GET /my-profile/primary-address': { version: 3 },
  'GET /my-profile/delivery-addresses': { version: 0, entries: [] },
  'GET /my-profile/vehicles': { version: 1, entries: [civic] },
  'GET /online-ordering/locations/favorite': { locationIds: [] },
  'GET /my-profile/notifications': { version: 0, marketing: { email: false, text: false } },
  'GET /auth/sessions': [{ ...session, id: 's1', current: true }],
}
type Answer = (body: unknown, ifMatch: string | null) => Response
let answers: Record<string, Answer>
/** Changes that were sent: method, path, If-Match and body. */
let sent: unknown[][]

beforeEach(() => {
  answers = {}
  sent = []
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`
    const body = await request.json().catch(() => undefined)
    const ifMatch = request.headers.get('If-Match')
    if (request.method !== 'GET') sent.push([call, ifMatch, body])
    const answer = answers[call]
    if (answer) return answer(body, ifMatch)
    return call in usual ? Response.json(usual[call]) : Response.json([])
  })
})

const refused = (status: number, code: string, more: object = {}) =>
  Response.json({ code, message: '', errors: [], ...more }, { status })
const empty = () => new Response(null, { status: 204 })

const onSignOut = vi.fn()
async function visit(at = '/user-profile') {
  const rendered = renderAt(at, <ProfilePage onSignOut={onSignOut} />)
  await screen.findByRole('heading', { name: 'Delete your account' })
  await screen.findByText('Honda Civic, silver')
  return rendered
}
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: string, within_: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(within_).getByRole('button', { name, hidden: true })))
const section = (name: string) => screen.getByRole('region', { name })
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
/** Enters a new e-mail address and asks for its code. */
async function changeEmail(to: string) {
  await press('Change the email')
  type('New email', to)
  type('Confirm email', to.trim())
  await press('Mail me a code', section('Email'))
}

test('a guest is led to the sign-in page, and returns here', async () => {
  localStorage.clear()
  const { router } = renderAt('/user-profile', <ProfilePage onSignOut={onSignOut} />)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toBe('?return=%2Fuser-profile')
})

test('the contents lead to every section, and a fragment of the address has the focus', async () => {
  const replace = vi.spyOn(history, 'replaceState')
  renderAt('/user-profile#cars', <ProfilePage onSignOut={onSignOut} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cars' })))
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
  const headings = within(document.body).getAllByRole('heading', { level: 2, hidden: false })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    headings.map(({ textContent, id }) => [textContent, `#${id}`]),
  )
  expect(replace).not.toHaveBeenCalled() // the address keeps its fragment
})

test('the browser of a customer who objected to any sale objects too', async () => {
  expect(hasObjection()).toBe(false)
  answers['GET /my-profile'] = () => Response.json({ ...profile, noSale: true })
  await visit()
  await waitFor(() => expect(hasObjection()).toBe(true))
})

test('names, phone and birthday are saved for the version that was shown, and the header follows', async () => {
  answers['PUT /my-profile'] = (body) => Response.json({ ...profile, ...(body as object), version: 4 })
  await visit()
  type('First name', 'Annabel')
  type('Month', '2')
  type('Day', '29')
  await press('Save', section('Name and number'))
  await waitFor(() => expect(snapshot().at(-1)?.text).toBe('Saved.'))
  expect(sent).toEqual([
    [
      'PUT /my-profile',
      '"3"',
      {
        firstName: 'Annabel',
        lastName: 'Lee',
        phone: '(918)\u00a0555-0123',
        birthday: { month: 2, day: 29 },
      },
    ],
  ])
  expect(selectFirstName({ session: readSession() })).toBe('Annabel')
  expect(JSON.parse(localStorage.getItem('loggedInUser') ?? '')).toEqual({
    firstName: 'Annabel',
    spendablePoints: 0,
  })
})

test.each([
  ['First name', '', 'First name is required'],
  ['Phone number', '12', 'Not a valid phone number'],
])('%s %j is refused at its field', async (label, text, want) => {
  await visit()
  type(label, text)
  await press('Save', section('Name and number'))
  await waitFor(() => expect(screen.getByLabelText(label)).toBe(document.activeElement))
  const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(id)?.textContent).toBe(want)
  expect(sent).toEqual([])
})

test.each([
  ['2', '30'],
  ['4', '31'],
  ['4', ''],
  ['', '3'],
])('month %j with day %j is no birthday', async (month, day) => {
  await visit()
  type('Month', month)
  type('Day', day)
  await press('Save', section('Name and number'))
  expect(await screen.findByText('Choose both a month and a day that it has.')).toBeDefined()
  expect(sent).toEqual([])
})

test('a birthday that was saved takes the focus: its fields are gone', async () => {
  answers['PUT /my-profile'] = (body) => Response.json({ ...profile, ...(body as object), version: 4 })
  await visit()
  type('Month', '2')
  type('Day', '29')
  screen.getByLabelText('Day').focus()
  await press('Save', section('Name and number'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('February 29'))
})

test('a birthday that was set is shown, not asked for, and stays', async () => {
  const birthday = { month: 2, day: 29 }
  answers['GET /my-profile'] = () => Response.json({ ...profile, birthday })
  answers['PUT /my-profile'] = (body) => Response.json({ ...profile, ...(body as object), version: 4 })
  await visit()
  expect(section('Name and number').textContent).toContain('February 29')
  expect(screen.queryByLabelText('Month')).toBeNull()
  type('First name', 'Annabel')
  await press('Save', section('Name and number'))
  await waitFor(() =>
    expect(sent).toEqual([['PUT /my-profile', '"3"', expect.objectContaining({ birthday })]]),
  )
})

const storedElsewhere = { ...profile, firstName: 'Ann', lastName: 'Li', version: 8 }

test('a field that both browsers changed keeps what was entered, beside what was saved; the next press replaces it', async () => {
  answers['PUT /my-profile'] = (body, ifMatch) =>
    ifMatch === '"8"'
      ? Response.json({ ...storedElsewhere, ...(body as object), version: 9 })
      : refused(409, 'profile-changed', { current: storedElsewhere })
  await visit()
  type('First name', 'Annabel')
  await press('Save', section('Name and number'))
  const notice = await screen.findByText('Saved elsewhere meanwhile')
  expect(notice.parentElement?.textContent).toContain('First nameAnn')
  expect(value('First name')).toBe('Annabel')
  expect(value('Last name')).toBe('Li') // not changed here
  await press('Save', section('Name and number'))
  await waitFor(() => expect(screen.queryByText('Saved elsewhere meanwhile')).toBeNull())
  expect(sent.at(-1)?.slice(1)).toMatchObject(['"8"', { firstName: 'Annabel', lastName: 'Li' }])
})

test('what another browser saved can be kept, and other entered fields stay', async () => {
  answers['PUT /my-profile'] = () => refused(409, 'profile-changed', { current: storedElsewhere })
  await visit()
  type('First name', 'Annabel')
  type('Phone number', '918 555 0199')
  await press('Save', section('Name and number'))
  await screen.findByText('Saved elsewhere meanwhile')
  await press('Keep what was saved')
  expect(value('First name')).toBe('Ann')
  expect(value('Last name')).toBe('Li')
  expect(value('Phone number')).toBe('918 555 0199')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')))
})

test('a change of other fields is no conflict: both are kept', async () => {
  answers['PUT /my-profile'] = (body, ifMatch) =>
    ifMatch === '"5"'
      ? Response.json({ ...profile, ...(body as object), version: 6 })
      : refused(409, 'profile-changed', { current: { ...profile, lastName: 'Li', version: 5 } })
  await visit()
  type('First name', 'Annabel')
  await press('Save', section('Name and number'))
  await waitFor(() => expect(selectFirstName({ session: readSession() })).toBe('Annabel'))
  expect(value('Last name')).toBe('Li')
})

test('the dialog asks for the password, then the call runs again with what was entered', async () => {
  let isConfirmed = false
  answers['POST /auth/customer/change-password'] = () =>
    isConfirmed ? empty() : refused(428, 'confirm-again')
  answers['POST /auth/confirm'] = (body) => {
    if ((body as { password: string }).password !== 'Ketchup 57') return refused(422, 'password-wrong')
    isConfirmed = true
    return empty()
  }
  await visit()
  await press('Change the password')
  type('New password', 'Mustard 58')
  await press('Set the new password')
  const dialog = await screen.findByRole('dialog', { name: 'Is it still you?' })
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'Ketchup 58' } })
  await press('It’s me', dialog)
  expect(await within(dialog).findByText('Wrong password.')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'Ketchup 57' } })
  await press('It’s me', dialog)
  await waitFor(() => expect(snapshot().at(-1)?.text).toMatch(/^Your new password is set/))
  const changes = sent.filter(([call]) => call === 'POST /auth/customer/change-password')
  expect(changes.map(([, , body]) => body)).toEqual([{ password: 'Mustard 58' }, { password: 'Mustard 58' }])
})

test('a mailed code confirms too; closing the dialog loses nothing', async () => {
  let isConfirmed = false
  answers['POST /my-profile/email'] = () => (isConfirmed ? empty() : refused(428, 'confirm-again'))
  answers['POST /auth/confirm/code'] = empty
  answers['POST /auth/confirm'] = () => {
    isConfirmed = true
    return empty()
  }
  answers['POST /auth/customer/email'] = () => {
    answers['GET /my-profile'] = () => Response.json({ ...profile, email: 'ann@example.com', version: 4 })
    return empty()
  }
  await visit()
  await changeEmail('ann@example.com')
  const dialog = await screen.findByRole('dialog')
  await press('Close', dialog)
  expect((await within(section('Email')).findByRole('alert')).textContent).toBe('Confirm that it is you.')
  expect(value('New email')).toBe('ann@example.com')
  await press('Mail me a code', section('Email'))
  await press('Mail me a code', dialog)
  expect(await within(dialog).findByText(/^Six digits are on their way/)).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Six-digit code'), { target: { value: '123 456' } })
  await press('It’s me', dialog)
  expect(sent.find(([call]) => call === 'POST /auth/confirm')?.[2]).toEqual({ code: '123456' })
  const code = await within(section('Email')).findByLabelText('Six-digit code')
  await press('Send a new code', section('Email'))
  expect(await within(section('Email')).findByText(/^A new code is on its way/)).toBeDefined()
  expect(sent.at(-1)).toEqual([
    'POST /my-profile/email',
    null,
    { email: 'ann@example.com', confirmEmail: 'ann@example.com' },
  ])
  fireEvent.change(code, { target: { value: '654321' } })
  await press('Confirm the new email')
  expect(await within(section('Email')).findByText('ann@example.com')).toBeDefined()
})

test('the current e-mail address is refused as the new one before a proof is asked for', async () => {
  await visit()
  await changeEmail(' anna@example.com')
  expect(await screen.findByText('That’s already your email. Enter the new one')).toBeDefined()
  expect(sent).toEqual([])
})

test('the code of a new address survives a reload, for the same customer, until it is used', async () => {
  answers['POST /my-profile/email'] = empty
  answers['POST /auth/customer/email'] = () => refused(422, 'code-expired')
  const { unmount } = await visit()
  await changeEmail('ann@example.com')
  await within(section('Email')).findByLabelText('Six-digit code')
  unmount()
  answers['GET /my-profile'] = () => Response.json({ ...profile, email: 'bob@example.com' })
  const other = await visit()
  expect(within(section('Email')).queryByLabelText('Six-digit code')).toBeNull()
  other.unmount()
  answers['GET /my-profile'] = () => Response.json(profile)
  const reloaded = await visit()
  expect(within(section('Email')).getByText('Sent to ann@example.com')).toBeDefined()
  type('Six-digit code', '123456')
  await press('Confirm the new email')
  expect((await within(section('Email')).findByRole('alert')).textContent).toMatch(/^That code is past/)
  answers['POST /my-profile/email'] = () => refused(429, 'too-many-attempts', { params: { minutes: 10 } })
  await press('Send a new code', section('Email'))
  expect(
    await within(section('Email')).findByText('That was a lot of tries. Try again in 10 minutes.'),
  ).toBeDefined()
  expect(within(section('Email')).queryByText(/sign-up/)).toBeNull()
  answers['POST /my-profile/email'] = empty
  await press('Send a new code', section('Email'))
  answers['POST /auth/customer/email'] = () => {
    answers['GET /my-profile'] = () => Response.json({ ...profile, email: 'ann@example.com', version: 4 })
    return empty()
  }
  type('Six-digit code', '654321')
  await press('Confirm the new email')
  await screen.findByRole('button', { name: 'Change the email' })
  reloaded.unmount()
  await visit()
  expect(within(section('Email')).queryByLabelText('Six-digit code')).toBeNull()
})

test('the download of the data keeps its address while the browser reads it', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answers['GET /my-profile/export'] = () => Response.json({ firstName: 'Anna' })
  await visit()
  await press('Download my data', section('Your data'))
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  expect(revoked).not.toHaveBeenCalled()
})

test('a car is edited in its place, and can be put back after its removal', async () => {
  const red = { ...civic, colour: 'red' }
  answers['PUT /my-profile/vehicles/c1'] = () => Response.json({ version: 2, entries: [red] })
  answers['DELETE /my-profile/vehicles/c1'] = () => Response.json({ version: 3, entries: [] })
  answers['POST /my-profile/vehicles'] = () => Response.json({ version: 4, entries: [red] })
  await visit()
  await press('Edit Honda Civic, silver')
  await waitFor(() => expect(screen.getByLabelText('Make')).toBe(document.activeElement))
  type('Color', 'red')
  await press('Save', section('Cars'))
  await screen.findByText('Honda Civic, red')
  await press('Remove Honda Civic, red')
  await waitFor(() => expect(screen.queryByText('Honda Civic, red')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Cars')
  await act(async () => snapshot().at(-1)?.action?.onPress())
  expect(await screen.findByText('Honda Civic, red')).toBeDefined()
  expect(sent.map(([call, ifMatch]) => [call, ifMatch])).toEqual([
    ['PUT /my-profile/vehicles/c1', '"1"'],
    ['DELETE /my-profile/vehicles/c1', '"2"'],
    ['POST /my-profile/vehicles', null],
  ])
})

test('what was typed outlives the end of the session, for the same customer', async () => {
  await visit()
  type('First name', 'Annabel')
  await press('Edit Honda Civic, silver')
  type('Color', 'red')
  forgetToken()
  cleanup()
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  answers['GET /my-profile'] = () => Response.json({ ...profile, lastName: 'Li', version: 4 })
  answers['PUT /my-profile'] = (body, ifMatch) =>
    ifMatch === '"4"'
      ? Response.json({ ...profile, ...(body as object), version: 5 })
      : refused(409, 'profile-changed', { current: { ...profile, lastName: 'Li', version: 4 } })
  renderAt('/user-profile', <ProfilePage onSignOut={onSignOut} />)
  await waitFor(() => expect(value('Color')).toBe('red'))
  expect(value('First name')).toBe('Annabel')
  await press('Save', section('Name and number'))
  await waitFor(() => expect(snapshot().at(-1)?.text).toBe('Saved.'))
  expect(sent.at(-1)?.[2]).toMatchObject({ firstName: 'Annabel', lastName: 'Li' })
  await press('Cancel', section('Cars'))
  cleanup()
  await visit()
  expect(value('First name')).toBe('Anna')
  expect(screen.queryByLabelText('Color')).toBeNull()
})

test('the drafts of another customer stay hidden', async () => {
  await visit()
  type('First name', 'Annabel')
  forgetToken()
  cleanup()
  storeToken('def', '2100-01-01T00:00:00Z', 'Bob')
  answers['GET /my-profile'] = () => Response.json({ ...profile, firstName: 'Bob', email: 'bob@example.com' })
  await visit()
  expect(value('First name')).toBe('Bob')
})

test.each([
  ['1', 'K1A 0B1'],
  ['2', '74103'],
])('an address in country %s with the code %s is refused at its field', async (country, zip) => {
  await visit()
  await press('Add your address')
  type('Country', country)
  type('Street address', '41 Main St')
  type('City', 'Tulsa')
  type(country === '2' ? 'Province' : 'State', 'OK')
  type(country === '2' ? 'Postal code' : 'ZIP code', zip)
  await press('Save', section('Your address'))
  expect(await screen.findByText('Not a valid ZIP or postal code')).toBeDefined()
  expect(sent).toEqual([])
})

test('a postal code is accepted in any form, and shown as it is printed', async () => {
  answers['PUT /my-profile/primary-address'] = (address) => Response.json({ version: 4, address })
  await visit()
  await press('Add your address')
  type('Country', '2')
  type('Street address', '41 Rue Main')
  type('City', 'Montréal')
  type('Province', 'QC')
  type('Postal code', 'h2x1y4')
  fireEvent.blur(screen.getByLabelText('Postal code'))
  expect(value('Postal code')).toBe('H2X 1Y4')
  await press('Save', section('Your address'))
  expect(await screen.findByText('Montréal, QC H2X 1Y4')).toBeDefined()
})

test('the server’s finding about a state is shown at its field', async () => {
  answers['PUT /my-profile/primary-address'] = () =>
    refused(422, 'invalid', { problems: [{ code: 'state-invalid', message: '', pointer: '/state' }] })
  await visit()
  await press('Add your address')
  type('Street address', '41 Main St')
  type('City', 'Tulsa')
  type('State', 'Oklahoma City')
  type('ZIP code', '74103')
  await press('Save', section('Your address'))
  expect(await screen.findByText('Not a valid state or province.')).toBeDefined()
  expect(value('City')).toBe('Tulsa')
})

test('advertising is off until it is chosen, by channel', async () => {
  answers['PUT /my-profile/notifications'] = (marketing) => Response.json({ version: 1, marketing })
  await visit()
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(box('Offers by email').checked || box('Offers by text message').checked).toBe(false)
  await act(async () => void fireEvent.click(box('Offers by email')))
  await waitFor(() => expect(box('Offers by email').checked).toBe(true))
  expect(sent).toEqual([['PUT /my-profile/notifications', '"0"', { email: true, text: false }]])
})

test('another browser is signed out; signing out everywhere includes this one', async () => {
  answers['GET /auth/sessions'] = () =>
    Response.json([
      { ...session, id: 's1', current: true },
      { ...session, id: 's2', agent: 'Safari, iPhone', current: false },
      { ...session, id: 's3', agent: '', current: false },
    ])
  answers['DELETE /auth/sessions/s2'] = empty
  answers['DELETE /auth/sessions/all'] = empty
  await visit()
  await press('Sign out Safari, iPhone')
  await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(screen.getByText('Unknown device')).toBeDefined()
  expect(onSignOut).not.toHaveBeenCalled()
  await press('Sign out everywhere')
  await waitFor(() => expect(onSignOut).toHaveBeenCalledOnce())
})

test('the account is deleted after 30 days, unless the customer keeps it', async () => {
  const deletion = '2026-12-23T12:00:00Z'
  answers['POST /my-profile/deletion'] = () => Response.json({ ...profile, version: 4, deletion })
  answers['DELETE /my-profile/deletion'] = () => Response.json({ ...profile, version: 5 })
  await visit()
  await press('Delete my account')
  expect(sent).toEqual([])
  await press('Yes, delete it in 30 days')
  expect(await screen.findByText(/^Your account will be deleted on December 23, 2026/)).toBeDefined()
  await press('Keep my account')
  await waitFor(() => expect(screen.queryByText(/^Your account will be deleted/)).toBeNull())
})

test('offline, the words are of the profile and not of orders', async () => {
  answers['PUT /my-profile'] = answers['GET /my-profile/vehicles'] = () => {
    throw new TypeError('Failed to fetch')
  }
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderAt('/user-profile', <ProfilePage onSignOut={onSignOut} />)
  await screen.findByText('You’re offline. This shows up as soon as the connection does.')
  await press('Save', section('Name and number'))
  expect(await screen.findByText(/^You’re offline. Nothing was sent and nothing is lost/)).toBeDefined()
})

test('a part that does not load leaves the others usable', async () => {
  answers['GET /my-profile/vehicles'] = () => refused(500, 'internal')
  renderAt('/user-profile', <ProfilePage onSignOut={onSignOut} />)
  expect(await within(await screen.findByRole('region', { name: 'Cars' })).findByRole('alert')).toBeDefined()
  expect(section('Name and number')).toBeDefined()
})

const google = { id: 'google', linked: '2026-11-20T12:00:00Z' }

test('the dialog leads to a linked provider with the section to return to', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answers['GET /auth/social'] = () => Response.json([{ id: 'google' }, { id: 'apple' }])
  answers['GET /auth/linked-providers'] = () => Response.json([google, { ...google, id: 'facebook' }])
  answers['POST /auth/confirm/social/google'] = () =>
    Response.json({ url: 'https://accounts.example/', state: '1' })
  answers['GET /my-profile/export'] = () => refused(428, 'confirm-again')
  await visit()
  await press('Download my data')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('button', { name: 'Sign in again at Google' })
  for (const other of ['Apple', 'Facebook'])
    expect(within(dialog).queryByText(`Sign in again at ${other}`)).toBeNull()
  await press('Sign in again at Google', dialog)
  expect(assign).toHaveBeenCalledWith('https://accounts.example/')
  expect(sent).toEqual([['POST /auth/confirm/social/google', null, { returnTo: '/user-profile#data' }]])
})

test('a new address that was entered is still there after a return from a provider', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  answers['GET /auth/social'] = () => Response.json([{ id: 'google' }])
  answers['GET /auth/linked-providers'] = () => Response.json([google])
  answers['POST /auth/confirm/social/google'] = () =>
    Response.json({ url: 'https://accounts.example/', state: '1' })
  answers['POST /my-profile/email'] = () => refused(428, 'confirm-again')
  answers['PUT /auth/confirm/social/google'] = empty
  const { unmount } = await visit()
  await changeEmail('ann@example.com')
  await press('Sign in again at Google', await screen.findByRole('dialog'))
  unmount()
  await visit('/user-profile#social=google&to=confirm&part=email&code=c1')
  await waitFor(() => expect(value('New email')).toBe('ann@example.com'))
})

test('a return from a provider confirms, and offers again what the customer was about to do', async () => {
  answers['PUT /auth/confirm/social/google'] = empty
  await visit('/user-profile#social=google&to=confirm&part=password&code=c1')
  await waitFor(() => expect(screen.getByLabelText('New password')).toBe(document.activeElement))
  expect(sent).toEqual([['PUT /auth/confirm/social/google', null, { code: 'c1' }]])
  expect(snapshot().at(-1)?.text).toBe('It’s really you. Pick up where you left off.')
})

test.each([
  ['code=c1', 'Google could not tell us that you just signed in there'],
  ['error=social-refused', 'Google could not tell us that you just signed in there'],
  ['error=loginCancelled', 'No hard feelings: Google did not sign you in.'],
])('a return with %s says in its section why nothing was confirmed', async (answer, want) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answers['PUT /auth/confirm/social/google'] = () => refused(401, 'social-refused')
  await visit(`/user-profile#social=google&to=confirm&part=data&${answer}`)
  const alert = await within(section('Your data')).findByRole('alert')
  expect(alert.textContent).toContain(want)
  expect(screen.getByRole('heading', { name: 'Your data' })).toBe(document.activeElement)
  expect(readSession().token).toBe('abc') // still signed in
  expect(assign).not.toHaveBeenCalled()
})

test('providers are linked and unlinked, but not the last way to sign in', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  let linked = [google]
  answers['GET /auth/social'] = () => Response.json([{ id: 'google' }, { id: 'apple' }])
  answers['GET /auth/linked-providers'] = () => Response.json(linked)
  answers['PUT /auth/linked-providers/apple'] = () => {
    linked = [google, { ...google, id: 'apple' }]
    return empty()
  }
  answers['POST /auth/linked-providers/google'] = () =>
    Response.json({ url: 'https://accounts.example/', state: '1' })
  answers['DELETE /auth/linked-providers/google'] = () => {
    linked = linked.slice(1)
    return empty()
  }
  answers['DELETE /auth/linked-providers/apple'] = () =>
    refused(409, 'last-sign-in', { params: { provider: 'Apple' } })
  await visit('/user-profile#social=apple&to=link&part=providers&code=c1')
  await press('Unlink Google', await screen.findByRole('region', { name: 'Linked accounts' }))
  await screen.findByRole('button', { name: 'Link Google' })
  await press('Unlink Apple')
  const alert = await within(section('Linked accounts')).findByRole('alert')
  expect(alert.textContent).toMatch(/^Apple is your only way in. Set a password or add a passkey first/)
  await press('Link Google')
  expect(sent.map(([call]) => call)).toEqual([
    'PUT /auth/linked-providers/apple',
    'DELETE /auth/linked-providers/google',
    'DELETE /auth/linked-providers/apple',
    'POST /auth/linked-providers/google',
  ])
  expect(assign).toHaveBeenCalledWith('https://accounts.example/')
})
