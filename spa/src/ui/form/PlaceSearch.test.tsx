import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../render'
import { PlaceSearch } from './PlaceSearch'

const onSearch = vi.fn()
const onLocate = vi.fn()
const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>()

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('navigator', { ...navigator, onLine: true, geolocation: { getCurrentPosition } })
})

const Completions = ({ id, text }: { id: string; text: string }) => (
  <datalist id={id}>
    <option value={`${text}, OK`} />
  </datalist>
)

const show = (path = '/') => {
  renderAt(
    path,
    <PlaceSearch Completions={Completions} onSearch={onSearch} onLocate={onLocate} submit="Find my grill" />,
  )
  return screen.findByRole('search')
}

test('searches what was typed, trimmed', async () => {
  await show()
  fireEvent.change(screen.getByRole('combobox', { name: 'City, state or ZIP' }), {
    target: { value: '  Tulsa ' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Find my grill' }))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Tulsa')
})

test('nothing typed is no search: the field asks for it, until something is typed', async () => {
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

test('finds the guest', async () => {
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

test('a refusal says so beside a field that works', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  act(() => getCurrentPosition.mock.calls[0]![1]?.({} as GeolocationPositionError))
  const field = screen.getByRole('combobox', { description: "Can't auto locate." })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '74105' } })
  fireEvent.submit(screen.getByRole('search'))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('74105')
})

test('offers what the text may become, from the first letter on', async () => {
  await show()
  const field = screen.getByRole<HTMLInputElement>('combobox')
  expect(document.querySelector('option')).toBeNull()
  fireEvent.input(field, { target: { value: 'Tulsa' } })
  const list = document.querySelector('datalist')!
  expect(list.id).toBe(field.getAttribute('list'))
  expect(list.querySelector('option')!.value).toBe('Tulsa, OK')
})
