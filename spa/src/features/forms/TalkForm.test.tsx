import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { TalkForm } from './TalkForm'

test('restaurant and day are asked where there are restaurants', () => {
  vi.stubGlobal('fetch', async () => Response.json({ locations: [], places: [] }))
  renderAt('/contact/talk-to-bigdealburger', <TalkForm />)
  expect(screen.getByRole('searchbox', { name: /^Which .* \(optional\)$/ })).toBeDefined()
  expect(screen.getByLabelText('Day of your visit (optional)')).toBeDefined()
})

test('a market without ordering asks for neither', () => {
  const { container } = renderAt('/jp/ja-jp/contact/talk-to-bigdealburger', <TalkForm />)
  expect(container.querySelector('input[type=search], input[type=date]')).toBeNull()
})
