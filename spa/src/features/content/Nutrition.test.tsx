import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type BrandMenu, generated } from '../../api/generated'
import { LanguageSwitcher } from '../../app/shell/LanguageSwitcher'
import { createStore } from '../../app/store'
import { Nutrition } from './Nutrition'

const dish = (label: string, ...tags: string[]) => ({
  id: label,
  label,
  description: '',
  tags,
  allergens: [],
})
const menus = [
  {
    slug: 'everyday',
    label: 'Menu',
    sections: [{ slug: 'all', label: 'All', dishes: [dish('Ribs'), dish('Slaw', 'vegetarian')] }],
  },
] as unknown as BrandMenu[]

async function page(address: string) {
  const store = createStore()
  await store.dispatch(generated.util.upsertQueryData('listBrandMenus', undefined, { menus }))
  const routes = [
    {
      path: '*',
      element: (
        <>
          <LanguageSwitcher />
          <Nutrition />
        </>
      ),
    },
  ]
  return (
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </Provider>
  )
}

test('a prerendered page hydrates unchanged, then applies its address', async () => {
  const path = '/ca/en-ca/company/nutritional'
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(await page(path))
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
  const unlike = vi.fn()
  const asked = await page(`${path}?diet=vegetarian`)
  const mounted = await act(async () => hydrateRoot(root, asked, { onRecoverableError: unlike }))
  expect(unlike).not.toHaveBeenCalled()
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Slaw'),
  ])
  expect(screen.getByRole('link', { name: 'Français' }).getAttribute('href')).toBe(
    '/ca/fr-ca/company/nutritional?diet=vegetarian',
  )
  await act(async () => mounted.unmount())
  root.remove()
})
