import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { basketFixture } from '../../basket/fixtures'
import { renderAt } from '../../renderAt'
import { OrderBar } from './OrderTicket'

test('the bar shows and labels the subtotal', () => {
  const usd = (minor: number) => ({ minor, currency: 'usd' as const })
  const totals = { ...basketFixture().totals, subtotal: usd(1195), total: usd(1297) }
  renderAt('/', <OrderBar basket={basketFixture({ totals })} />)
  const text = screen.getByRole('link', { name: /View order/ }).textContent
  expect(text).toContain('Subtotal $11.95')
  expect(text).not.toContain('$12.97')
})
