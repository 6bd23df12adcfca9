import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { type FakeRequest, fakeRequests } from './fakeRequests'
import { ReviewForm } from './ReviewForm'

const location = (status: string) => ({
  id: 'bdb-1',
  label: 'Brookside',
  status,
  address: { address: '1 Peoria Ave', city: 'Tulsa', state: { code: 'OK' } },
})
const order = {
  orderToken: 'secret',
  number: '1234',
  firstName: 'Anna',
  store: { id: 'bdb-1', label: 'Brookside', timeZone: 'America/Chicago' },
  // Already the next day in UTC.
  status: { status: 'completed', final: true, promisedAt: '2026-11-21T02:00:00Z', steps: [] },
  lines: [
    { itemId: 'big', label: 'The Big Deal', quantity: 1, modifiers: [], stack: ['heel', 'patty', 'crown'] },
  ],
}

let uploads: FakeRequest[]
let sent: Record<string, unknown>[]
let found: object[]
/** The answer to the review. */
let answer: () => Response

beforeEach(() => {
  uploads = fakeRequests()
  sent = []
  found = [location('open')]
  answer = () => Response.json({ reference: 'R7K2-M9QX' }, { status: 201 })
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')))
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/form-token')) return Response.json({ token: 't', wait: 0 })
    if (pathname.endsWith('/locations/boss')) return Response.json({ locations: found })
    if (pathname.endsWith('/suggestions')) return Response.json({ places: [] })
    if (pathname.includes('/orders/')) return Response.json(order)
    if (!pathname.endsWith('/reviews')) return Response.json({ places: [] })
    sent.push(await request.json())
    return answer()
  })
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const message = (text: string | RegExp) => screen.findAllByText(text)

/** Fills in what is required. */
async function fill() {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Brook' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Brookside/ }))
  fireEvent.click(screen.getByRole('radio', { name: /^4/ }))
  type('First name', 'Anna')
  type('Last name', 'Lee')
  type('Email', 'anna@example.com')
}
const choosePhotos = (...names: string[]) =>
  fireEvent.change(document.querySelector('input[type=file]')!, {
    target: { files: names.map((name) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name)) },
  })

test('restaurant and rating are required, in the words of the specification', async () => {
  renderAt('/contact/review-us', <ReviewForm />)
  press('Send it')
  expect(await message('Restaurant is required.')).toHaveLength(2) // in the summary and at the field
  expect(await message('Choose a rating from 1 to 5.')).toHaveLength(2)
  expect(sent).toEqual([])
})

test('a name that matches no restaurant is not found, in the words of the specification', async () => {
  found = []
  renderAt('/contact/review-us', <ReviewForm />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Atlantis' } })
  expect(await message('Restaurant not found!')).toHaveLength(1)
})

test('a restaurant that is not open yet is refused when it is chosen', async () => {
  found = [location('coming-soon')]
  renderAt('/contact/review-us', <ReviewForm />)
  await fill()
  expect(await message('Selected restaurant can not be reviewed!')).toHaveLength(1)
})

test('the review waits for its photographs and keeps those that are sent', async () => {
  renderAt('/contact/review-us', <ReviewForm />)
  await fill()
  choosePhotos('lunch.jpg', 'dinner.jpg')
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[0]!.answer(201, { name: 'abc.jpg' }))
  await screen.findByText(/^Sent,/)
  press('Send it')
  expect(await message(/A file is still on its way/)).toHaveLength(2)
  act(() => uploads[1]!.answer(201, { name: 'def.jpg' }))
  await waitFor(() => expect(screen.queryByText(/A file is still on its way/)).toBeNull())
  press('Send it')
  expect(await screen.findByText('R7K2-M9QX')).toBeTruthy()
  expect(sent).toMatchObject([{ photos: ['abc.jpg', 'def.jpg'] }])
})

test('the review names its photograph; a refused photograph can be sent again', async () => {
  renderAt('/contact/review-us', <ReviewForm />)
  await fill()
  choosePhotos('lunch.jpg')
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]!.answer(201, { name: 'abc.jpg' }))
  await screen.findByText(/^Sent,/)
  answer = () =>
    Response.json(
      {
        code: 'invalid',
        message: '',
        errors: [],
        problems: [{ code: 'upload-unknown', message: '', pointer: '/photos/0' }],
      },
      { status: 422 },
    )
  press('Send it')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    locationId: 'bdb-1',
    rating: 4,
    photos: ['abc.jpg'],
    email: 'anna@example.com',
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again lunch.jpg' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[1]!.answer(201, { name: 'def.jpg' }))
  answer = () => Response.json({ reference: 'R7K2-M9QX' }, { status: 201 })
  await screen.findByText(/^Sent,/)
  press('Send it')
  expect(await screen.findByText('R7K2-M9QX')).toBeTruthy()
  expect(sent[1]).toMatchObject({ photos: ['def.jpg'] })
})

test('the review of an order for a later day is of today', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-19T12:00:00Z'), toFake: ['Date'] })
  const { router } = renderAt('/orders/secret', <ReviewForm />)
  await act(() => router.navigate('/contact/review-us', { state: { orderToken: 'secret' } }))
  await screen.findByText(/^Order 1234/)
  fireEvent.click(screen.getByRole('radio', { name: /^2/ }))
  type('Last name', 'Lee')
  type('Email', 'anna@example.com')
  press('Send it')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ visited: '2026-11-19' })
})

test('an order brings its restaurant, its day and its dishes, and can be left behind', async () => {
  const { router } = renderAt('/orders/secret', <ReviewForm />)
  await act(() => router.navigate('/contact/review-us', { state: { orderToken: 'secret' } }))
  expect(await screen.findByText(/^Order 1234/)).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  press(/^Beef patty/)
  press(/^Beef patty/)
  fireEvent.click(screen.getByRole('radio', { name: /^2/ }))
  type('Last name', 'Lee')
  type('Email', 'anna@example.com')
  press('Send it')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    locationId: 'bdb-1',
    visited: '2026-11-20',
    orderToken: 'secret',
    firstName: 'Anna',
    layers: [{ itemId: 'big', part: 'patty', verdict: 'wrong' }],
  })
  press('Write another one')
  press('Send it')
  await screen.findByRole('button', { name: 'Choose a rating from 1 to 5.' })
  expect(screen.queryByText('Restaurant is required.')).toBeNull()
  press('Review another visit')
  expect(await screen.findByRole('button', { name: 'Another one' })).toBeTruthy()
  expect(router.state.location.state).toBeNull()
})
