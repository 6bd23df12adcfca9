import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../api/storedToken'
import { renderAt } from '../../renderAt'
import { MyOrdersPage } from './MyOrdersPage'

/** Bodies of the graph's calls. */
const calls = vi.fn<(body: { variables: object }) => Response>()

beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) => calls(await request.json()))
})

const order = (id: string, more: object = {}) => ({
  id,
  number: `n-${id}`,
  placedAt: '2026-11-20T18:00:00Z',
  total: { minor: 1083, currency: 'usd' },
  location: { label: 'Brookside', timeZone: 'America/Chicago' },
  lines: [
    { label: 'The Big Deal', quantity: 2, picture: '', stack: ['heel', 'patty', 'crown'] },
    { label: 'Pit Fries', quantity: 1, picture: 'dishes/pit-fries', stack: [] },
  ],
  status: { status: 'completed' },
  ...more,
})
const pageOf = (nodes: object[], endCursor = '', hasNextPage = false) =>
  Response.json({ data: { orders: { nodes, pageInfo: { endCursor, hasNextPage } } } })
const signIn = () => storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')

test('a guest reads where their orders are, and nothing is requested', async () => {
  renderAt('/user-profile/my-orders', <MyOrdersPage />)
  expect(await screen.findByRole('heading', { name: 'They’re in your inbox.' })).toBeDefined()
  expect(calls).not.toHaveBeenCalled()
})

test('a customer sees their orders, and older ones on request', async () => {
  signIn()
  calls.mockReturnValueOnce(pageOf([order('b', { status: { status: 'cancelled' } })], 'cursor-b', true))
  renderAt('/user-profile/my-orders', <MyOrdersPage />)
  const link = await screen.findByRole('link', { name: 'Order n-b at Brookside' })
  expect(link.getAttribute('href')).toBe('/orders/b')
  expect(screen.getByText('2 × The Big Deal, Pit Fries')).toBeDefined()
  expect(screen.getByText(/· \$10\.83$/)).toBeDefined()
  expect(screen.getByText('called off')).toBeDefined()
  calls.mockReturnValueOnce(pageOf([order('a')], 'cursor-a'))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show older orders' })))
  expect(await screen.findByRole('link', { name: 'Order n-a at Brookside' })).toBeDefined()
  expect(calls.mock.lastCall?.[0].variables).toEqual({ locale: 'en', after: 'cursor-b' })
  expect(screen.queryByRole('button', { name: 'Show older orders' })).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('an order that has not been handed over shows the status of its page', async () => {
  signIn()
  const statusOf = (status: string) => ({ status: { status } })
  calls.mockReturnValueOnce(
    pageOf([order('c', statusOf('scheduled')), order('b', statusOf('ready')), order('a')]),
  )
  renderAt('/user-profile/my-orders', <MyOrdersPage />)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('p:last-child')?.textContent)).toEqual([
    'sent',
    'ready',
    expect.stringContaining('$10.83'),
  ])
})

test('a customer without orders is invited to order, and an error can be retried', async () => {
  signIn()
  calls.mockReturnValueOnce(Response.json({ errors: [{ message: 'x' }] }, { status: 503 }))
  renderAt('/user-profile/my-orders', <MyOrdersPage />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  calls.mockReturnValueOnce(pageOf([]))
  await act(async () => void fireEvent.click(again))
  expect(await screen.findByRole('heading', { name: 'Nothing cooked up yet.' })).toBeDefined()
})

test('each burger of an order is drawn as built; without one a dish is', async () => {
  signIn()
  const burger = (...stack: string[]) => ({ label: 'Burger', quantity: 1, picture: 'dishes/burger', stack })
  const fries = { label: 'Pit Fries', quantity: 1, picture: 'dishes/pit-fries', stack: [] }
  const both = [fries, burger('heel', 'patty', 'crown'), burger('heel', 'cheese', 'patty', 'crown')]
  calls.mockReturnValueOnce(pageOf([order('b', { lines: both }), order('a', { lines: [fries] })]))
  renderAt('/user-profile/my-orders', <MyOrdersPage />)
  const rows = await screen.findAllByRole('listitem')
  const drawn = rows.map((row) =>
    [...row.querySelectorAll('ol')].map((stack) =>
      [...stack.querySelectorAll('use')].map((layer) => layer.getAttribute('href')),
    ),
  )
  const [heel, cheese, patty, crown] = ['#layer-heel', '#layer-cheese', '#layer-patty', '#layer-crown']
  expect(drawn).toEqual([
    [
      [heel, patty, crown],
      [heel, cheese, patty, crown],
    ],
    [],
  ])
  expect(rows[1]?.innerHTML).toContain('#dish-pit-fries')
})
