import { expect, test, vi } from 'vitest'
import { fetchDrawingSheet } from './drawingSheets'

test('a sheet is fetched once, and again only after a failure', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)

  fetched.mockRejectedValueOnce(new TypeError('offline'))
  await fetchDrawingSheet('layers')
  expect(document.getElementById('layer-patty')).toBeNull()

  fetched.mockResolvedValueOnce(new Response('<svg><g id="layer-patty"></g></svg>'))
  await Promise.all([fetchDrawingSheet('layers'), fetchDrawingSheet('layers')])
  expect(document.querySelectorAll('#layer-patty')).toHaveLength(1)
  expect(fetched).toHaveBeenCalledTimes(2)
})
