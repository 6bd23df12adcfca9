import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../api/storedToken'
import { renderAt } from '../../renderAt'
import { FavoriteButton } from './FavoriteButton'

const calls = vi.fn<(method: string, path: string) => Response | Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', async ({ method, url }: Request) => calls(method, new URL(url).pathname))
})

const location = { id: 'bdb-1', label: 'Brookside' }
const path = '/api/online-ordering/locations/favorite/bdb-1'

test('a guest has no heart, and nothing is requested', () => {
  const { container } = renderAt('/locations', <FavoriteButton location={location} />)
  expect(container.textContent).toBe('')
  expect(calls).not.toHaveBeenCalled()
})

test('a heart fills at once, and empties again if the change fails', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  calls.mockReturnValueOnce(Response.json({ locationIds: ['bdb-2'] }))
  renderAt('/locations', <FavoriteButton location={location} />)
  const heart = await screen.findByRole('button', { name: 'Favorite: Brookside', pressed: false })
  let answer: (response: Response) => void = () => {}
  calls.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await act(async () => void fireEvent.click(heart))
  expect(heart.ariaPressed ?? heart.getAttribute('aria-pressed')).toBe('true')
  expect(calls).toHaveBeenLastCalledWith('PUT', path)
  await act(async () => answer(Response.json({ code: 'internal', message: '', errors: [] }, { status: 500 })))
  expect(await screen.findByRole('button', { pressed: false })).toBe(heart)
})
