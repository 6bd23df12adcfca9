import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { orChunkError } from './chunkError'
import { PageError } from './PageError'
import { TranslationsFailed } from './TranslationsFailed'

/** Renders a page with a chunk that fails to load. */
function open(ErrorBoundary: ComponentType = PageError) {
  vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const failed = () =>
    orChunkError(Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const router = createMemoryRouter([{ path: '/', ErrorBoundary, HydrateFallback: () => null, lazy: failed }])
  render(<RouterProvider router={router} />)
  return reload
}

/** Mocks the navigation type of the document. */
const opened = (type: 'navigate' | 'reload') =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])

test('a chunk that a newer release removed reloads the page once', async () => {
  const ask = vi.fn().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', ask)
  opened('navigate')
  const reload = open()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  cleanup()
  opened('reload')
  open()
  expect(await screen.findByRole('heading', { name: 'Nobody’s at the counter.' })).toBeDefined()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a failed page is fetched again when the server answers', async () => {
  opened('reload')
  const ask = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', ask)
  const reload = open()
  expect(await screen.findByRole('heading', { name: 'Nobody’s at the counter.' })).toBeDefined()

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Still no answer.'))
  expect(reload).not.toHaveBeenCalled()

  ask.mockResolvedValueOnce(new Response(null, { status: 503 }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Still no answer.'))
  expect(reload).not.toHaveBeenCalled()

  ask.mockResolvedValueOnce(new Response())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('offline it shows a message, and reloads when the connection is back', async () => {
  opened('reload')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response()))
  const listen = vi.spyOn(window, 'addEventListener')
  const reload = open()
  expect(await screen.findByRole('heading', { name: 'You’re offline.' })).toBeDefined()
  // The listener is added shortly after the first paint.
  await waitFor(() => expect(listen).toHaveBeenCalledWith('online', expect.any(Function)))
  expect(reload).not.toHaveBeenCalled()
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('without translations the document shows a message in its language', async () => {
  opened('reload')
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response()))
  document.documentElement.lang = 'fr-CA'
  document.body.innerHTML =
    '<template lang="en" data-title="Gone"></template><template lang="fr" data-title="Parti" data-line="Plus tard" data-again="Encore"></template>'
  const reload = open(TranslationsFailed)
  expect(await screen.findByRole('heading', { name: 'Parti' })).toBeDefined()
  expect(screen.getByText('Plus tard')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Encore' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  document.documentElement.lang = ''
  document.body.innerHTML = ''
})
