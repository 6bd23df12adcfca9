import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Location } from '../../../api/generated'
import { ListWithMap } from './ListWithMap'

const address = { latitude: 36.1145, longitude: -95.9756, state: { code: 'OK' } }
const locations = [{ id: 'a', label: 'Brookside', address }] as Location[]

const page = (path: string) => (
  <MemoryRouter initialEntries={[path]}>
    <ListWithMap
      label="Map"
      locations={locations}
      pointing={{ active: undefined, onPoint: () => {}, onFocus: () => {} }}
    >
      Brookside
    </ListWithMap>
  </MemoryRouter>
)

test('a prerendered page whose address asks for the map hydrates, then shows the map', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(page('/locations/oklahoma'))
  const onRecoverableError = vi.fn()
  const mounted = await act(async () =>
    hydrateRoot(root, page('/locations/oklahoma?map=1'), { onRecoverableError }),
  )
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Hide the map' })).toBeTruthy()
  await act(async () => mounted.unmount())
  root.remove()
})
