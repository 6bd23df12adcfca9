import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import type { FileKind } from './checkFile'
import { type FakeRequest, fakeRequests } from './fakeRequests'
import { UploadField } from './UploadField'
import { type Uploads, useUpload } from './useUpload'

let requests: FakeRequest[]
let uploads: Uploads
const getToken = vi.fn(async (renew?: boolean) => (renew ? 'new' : 'old'))

beforeEach(() => {
  requests = fakeRequests()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')))
})

function Field({ kind }: { kind: FileKind }) {
  const form = kind === 'pdf' ? 'job-application' : 'review'
  uploads = useUpload({ form, kind, max: kind === 'pdf' ? 1 : 3, getToken })
  return <UploadField label="Photos" uploads={uploads} />
}

const renderField = (kind: FileKind = 'photo') => renderAt('/contact/review-us', <Field kind={kind} />)
const photo = (name: string, first = 0xff) => new File([new Uint8Array([first, 0xd8, 0xff, 0xe0])], name)
const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
const row = (name: string) => within(screen.getByText(name, { selector: 'p' }).closest('li')!)
const button = (name: string) => screen.getByRole('button', { name })
/** Waits for the nth request. */
const request = async (n = 0) => {
  await waitFor(() => expect(requests.length).toBeGreaterThan(n))
  return requests[n]!
}

test('a photograph is sent at once with its real type, and shows how far it is', async () => {
  renderField()
  choose(photo('lunch.png'))
  const sent = await request()
  expect(sent.url).toBe('/api/survey-management/uploads?kind=review')
  expect(sent.headers).toMatchObject({
    'Content-Type': 'image/jpeg',
    'Form-Token': 'old',
    'country-alpha-2': 'US',
  })
  act(() => sent.upload.onprogress?.({ loaded: 1, total: 4 }))
  expect(row('lunch.png').getByRole('progressbar', { name: 'Sending lunch.png' })).toHaveProperty(
    'value',
    0.25,
  )
  expect(uploads.isSending).toBe(true)
  act(() => sent.answer(201, { name: 'abc.jpg' }))
  await waitFor(() => expect(uploads.names).toEqual(['abc.jpg']))
  expect(row('lunch.png').getByRole('status').textContent).toMatch(/^Sent/)
})

test('a file of another kind is refused beside its name and never sent; it cannot be sent again', async () => {
  renderField()
  choose(photo('song.jpg', 0))
  expect((await row('song.jpg').findByRole('alert')).textContent).toBe('Choose a JPEG or PNG picture.')
  expect(requests).toEqual([])
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  fireEvent.click(button('Remove song.jpg'))
  expect(screen.queryByText('song.jpg')).toBeNull()
})

test('a cancelled upload stops, leaves the others alone and gives its place back', async () => {
  renderField()
  choose(photo('a.jpg'), photo('b.jpg'), photo('c.jpg'))
  await request(2)
  expect(button('Add another').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button('Cancel b.jpg'))
  expect(requests.map(({ isAborted }) => isAborted)).toEqual([false, true, false])
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(button('Add another')))
  choose(photo('d.jpg'))
  expect((await request(3)).body?.name).toBe('d.jpg')
})

test('a file that is cancelled while the token is fetched is never sent', async () => {
  const fetched = Promise.withResolvers<'old' | 'new'>()
  getToken.mockReturnValueOnce(fetched.promise)
  renderField()
  choose(photo('a.jpg'))
  await waitFor(() => expect(getToken).toHaveBeenCalled())
  fireEvent.click(button('Cancel a.jpg'))
  await act(async () => fetched.resolve('old'))
  expect(requests).toEqual([])
})

test('a failed upload says why and is sent again', async () => {
  renderField()
  choose(photo('a.jpg'))
  const first = await request()
  act(() => first.onerror?.())
  expect((await row('a.jpg').findByRole('alert')).textContent).toMatch(/^No answer came back/)
  fireEvent.click(button('Try again a.jpg'))
  const second = await request(1)
  expect(document.activeElement).toBe(button('Cancel a.jpg'))
  act(() => second.answer(201, { name: 'abc.jpg' }))
  await waitFor(() => expect(uploads.names).toEqual(['abc.jpg']))
})

test('an expired token is renewed once, without the guest', async () => {
  renderField()
  choose(photo('a.jpg'))
  const first = await request()
  act(() => first.answer(410, { code: 'form-token-expired', message: 'Expired', errors: [] }))
  const second = await request(1)
  expect(second.headers['Form-Token']).toBe('new')
  act(() => second.answer(410, { code: 'form-token-expired', message: 'Expired', errors: [] }))
  expect(await row('a.jpg').findByRole('alert')).toBeTruthy()
  expect(requests).toHaveLength(2)
})

test('files beyond the limit are left out, and the field says so', async () => {
  renderField()
  choose(photo('a.jpg'), photo('b.jpg'), photo('c.jpg'), photo('d.jpg'))
  await request(2)
  expect(screen.getByRole('alert').textContent).toBe('At most 3 files fit. The rest was left out.')
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('files that the server no longer has can be sent again', async () => {
  renderField()
  choose(photo('a.jpg'))
  const sent = await request()
  act(() => sent.answer(201, { name: 'abc.jpg' }))
  await waitFor(() => expect(uploads.names).toEqual(['abc.jpg']))
  act(() => uploads.refuse({ code: 'upload-unknown' }))
  expect(uploads.names).toEqual([])
  fireEvent.click(button('Try again a.jpg'))
  expect((await request(1)).body?.name).toBe('a.jpg')
})

test('a résumé is one PDF', async () => {
  renderField('pdf')
  expect(document.querySelector('input[type=file]')?.getAttribute('accept')).toBe('application/pdf')
  choose(new File(['%PDF-1.7'], 'resume.pdf'))
  const sent = await request()
  expect(sent.url).toBe('/api/survey-management/uploads?kind=job-application')
  expect(sent.headers['Content-Type']).toBe('application/pdf')
  expect(button('Choose a PDF').getAttribute('aria-disabled')).toBe('true')
})

test('leaving the page stops what is being sent', async () => {
  const { unmount } = renderField()
  choose(photo('a.jpg'))
  const sent = await request()
  unmount()
  expect(sent.isAborted).toBe(true)
})
