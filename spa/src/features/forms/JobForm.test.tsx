import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { JobForm } from './JobForm'

test.each([
  ['closed', true],
  ['coming-soon', false],
])('the choice of a %s restaurant is refused: %s', async (status, refused) => {
  const location = { id: 'bdb-1', label: 'Brookside', status, address: { line: '1 Peoria Ave' } }
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(
      url.includes('/locations/boss') ? { locations: [location] } : { places: [], data: { page: null } },
    ),
  )
  renderAt('/company/work-for-bigdealburger', <JobForm />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Brook' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Brookside/ }))
  await screen.findByText('Brookside')
  expect(screen.queryByText(/has closed for good/) !== null).toBe(refused)
})
