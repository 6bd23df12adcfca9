import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Basket, Totals as ServerTotals } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { basketFixture, lineFixture } from '../fixtures'
import { Receipt } from './Receipt'
import { Totals, useTotals } from './Totals'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })

const totals: ServerTotals = {
  subtotal: usd(2000),
  adjustments: [
    {
      kind: 'itemAmount',
      id: 'A',
      label: 'Lunch deal',
      coupon: 'LUNCH',
      amount: usd(200),
      lines: [{ lineId: 'a', amount: usd(200) }],
    },
    {
      kind: 'orderAmount',
      id: 'B',
      label: 'Half a dollar',
      amount: usd(50),
      lines: [
        { lineId: 'a', amount: usd(30) },
        { lineId: 'b', amount: usd(20) },
      ],
    },
  ],
  charges: [{ kind: 'fee', id: 'delivery', label: 'Delivery', amount: usd(399) }],
  taxes: [{ tax: 'sales-tax', rate: '8.25', base: usd(2149), amount: usd(177), registration: '123' }],
  tip: usd(300),
  total: usd(2626),
}

function Drawn({ basket, receipt }: { basket: Basket; receipt?: boolean }) {
  return <Receipt lines={basket.lines} {...useTotals({ ...basket, receipt })} />
}

const rows = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('every amount of the total has a row: adjustments are taken off, charges are added', () => {
  const lines = [lineFixture(), lineFixture({ lineId: 'b', label: 'Fries' })]
  renderAt('/', <Drawn basket={basketFixture({ lines, totals, tip: { kind: 'percent', percent: 15 } })} />)
  expect(rows()).toEqual([
    'Subtotal: $20.00',
    'Lunch dealwith code LUNCH: −$2.00',
    'Half a dollarLine by lineThe Big Deal −$0.30Fries −$0.20: −$0.50',
    'Delivery: $3.99',
    'Sales tax8.25% of $21.49: $1.77',
    'Tip15%: $3.00',
    'Total: $26.26',
  ])
  const [reduced, full] = screen.getAllByRole('listitem')
  expect(reduced?.textContent).toBe('1The Big Dealwas $7.95 now $5.95Lunch deal −$2.00')
  expect(full?.textContent).toBe('1Fries$7.95')
})

test('a deal of the order that reduces one of several lines names it', () => {
  const deal = { kind: 'orderAmount', id: 'B', label: 'Half a dollar', amount: usd(50) }
  const adjustments = [{ ...deal, lines: [{ lineId: 'b', amount: usd(50) }] }]
  const lines = [lineFixture(), lineFixture({ lineId: 'b', label: 'Fries' })]
  renderAt('/', <Drawn basket={basketFixture({ lines, totals: { ...totals, adjustments } })} />)
  expect(rows()).toContain('Half a dollarLine by lineFries −$0.50: −$0.50')
})

test('what stands beside the total is in its row', () => {
  const total = { label: 'Total', amount: usd(2626) }
  renderAt(
    '/',
    <Totals sums={[]} total={total}>
      Earns 26 points.
    </Totals>,
  )
  expect(rows()).toEqual(['TotalEarns 26 points.: $26.26'])
})

test('a receipt shows registration numbers, and answers of the release before have no adjustments', () => {
  const { adjustments: _, charges: __, ...before } = totals
  renderAt('/', <Drawn basket={basketFixture({ totals: before as ServerTotals })} receipt />)
  expect(rows()).toEqual([
    'Subtotal: $20.00',
    'Sales tax8.25% · No. 123: $1.77',
    'Tip: $3.00',
    'Total: $26.26',
  ])
})
