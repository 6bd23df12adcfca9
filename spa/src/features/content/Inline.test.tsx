import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../renderAt'
import { Inline } from './Inline'

test.each([
  ['a page of the market', '/menu', '/ca/fr-ca/menu', true],
  ['its home', '/', '/ca/fr-ca', true],
  ['a file, which the router does not know', '/menu.pdf', '/ca/fr-ca/menu.pdf', false],
  ['another site', 'https://a.example/b', 'https://a.example/b', false],
])('a link in the text leads to %s', async (_, href, want, routed) => {
  renderAt('/ca/fr-ca/company/our-story', <Inline spans={[{ text: 'there', href }]} />)
  const link = await screen.findByRole('link', { name: 'there' })
  expect([link.getAttribute('href'), link.hasAttribute('data-discover')]).toEqual([want, routed])
})

test('a link to a page that the market lacks is plain text', async () => {
  renderAt(
    '/br/pt-br/company/our-story',
    <Inline spans={[{ text: 'deals', href: '/promos/current-deals' }]} />,
  )
  expect(await screen.findByText('deals')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
