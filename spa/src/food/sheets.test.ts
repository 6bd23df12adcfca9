import { afterEach, expect, test, vi } from 'vitest'
import { fetchSheet } from './sheets'

afterEach(() => vi.unstubAllGlobals())

test('a sheet comes once, and again only after it failed', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)

  fetched.mockRejectedValueOnce(new TypeError('offline'))
  await fetchSheet('layers')
  expect(document.getElementById('layer-patty')).toBeNull()

  fetched.mockResolvedValueOnce(new Response('<svg><g id="layer-patty"></g></svg>'))
  await Promise.all([fetchSheet('layers'), fetchSheet('layers')])
  expect(document.querySelectorAll('#layer-patty')).toHaveLength(1)
  expect(fetched).toHaveBeenCalledTimes(2)
})
