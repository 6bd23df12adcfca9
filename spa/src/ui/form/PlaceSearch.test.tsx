import { act, fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { PlaceList } from './PlaceList'
import { PlaceSearch } from './PlaceSearch'

const onSearch = vi.fn()
const onLocate = vi.fn()
const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>()

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, geolocation: { getCurrentPosition } })
})

const Suggestions = ({ text, ...props }: Omit<ComponentProps<typeof PlaceList>, 'places'>) => (
  <PlaceList {...props} text={text} places={[`${text}, OK`, `${text}, TX`]} />
)

const show = (path = '/') => {
  renderAt(
    path,
    <PlaceSearch Suggestions={Suggestions} onSearch={onSearch} onLocate={onLocate} submit="Find my grill" />,
  )
  return screen.findByRole('search')
}

test('searches the trimmed text', async () => {
  await show()
  fireEvent.change(screen.getByRole('combobox', { name: 'City, state or ZIP' }), {
    target: { value: '  Tulsa ' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Find my grill' }))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Tulsa')
})

test('an empty field does not search and shows an error until something is typed', async () => {
  await show()
  const field = screen.getByRole('combobox')
  fireEvent.change(field, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find my grill' }))
  expect(onSearch).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field)
  expect(
    screen.getByRole('combobox', { description: 'Where are you? A city, ZIP or postal code will do.' }),
  ).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.input(field, { target: { value: 'T' } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
})

test('in Canada it asks for a postal code', async () => {
  await show('/ca/en-ca')
  expect(screen.getByRole('combobox', { name: 'City or postal code' })).toBeDefined()
})

test('searches at the guest’s position', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  expect(screen.getByRole('status').textContent).toBe('Looking for you…')
  act(() =>
    getCurrentPosition.mock.calls[0]![0]({
      coords: { latitude: 36.1, longitude: -95.9 },
    } as GeolocationPosition),
  )
  expect(onLocate).toHaveBeenCalledExactlyOnceWith({ latitude: 36.1, longitude: -95.9 })
})

test('a denied position shows a message, and the field works', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  act(() => getCurrentPosition.mock.calls[0]![1]?.({} as GeolocationPositionError))
  const field = screen.getByRole('combobox', { description: "Can't auto locate." })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '74105' } })
  fireEvent.submit(screen.getByRole('search'))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('74105')
})

test('suggests places, and searches the chosen one', async () => {
  await show()
  const field = screen.getByRole<HTMLInputElement>('combobox', { expanded: false })
  expect(screen.queryByRole('option')).toBeNull()
  fireEvent.input(field, { target: { value: 'Tulsa' } })
  const list = screen.getByRole('listbox', { name: 'City, state or ZIP' })
  expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-controls')]).toEqual([
    'true',
    list.id,
  ])
  expect(fireEvent.mouseDown(screen.getByRole('option', { name: 'Tulsa, TX' }))).toBe(false) // keeps the focus
  fireEvent.click(screen.getByRole('option', { name: 'Tulsa, TX' }))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Tulsa, TX')
  expect([field.value, screen.queryByRole('listbox')]).toEqual(['Tulsa, TX', null])
})

test.each([
  ['Escape', (field: Element) => fireEvent.keyDown(field, { key: 'Escape' })],
  ['a search', () => fireEvent.submit(screen.getByRole('search'))],
  ['leaving the field', (field: Element) => fireEvent.blur(field)],
])('%s closes the list, the next letter opens it again', async (_, close) => {
  await show()
  const field = screen.getByRole('combobox')
  fireEvent.input(field, { target: { value: 'Tul' } })
  close(field)
  expect([screen.queryByRole('listbox'), field.getAttribute('aria-expanded')]).toEqual([null, 'false'])
  fireEvent.input(field, { target: { value: 'Tuls' } })
  expect(screen.getByRole('option', { name: 'Tuls, OK' })).toBeDefined()
  expect(field.getAttribute('aria-expanded')).toBe('true')
})
