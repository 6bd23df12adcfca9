import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../renderAt'
import { basketFixture, lineFixture } from '../fixtures'
import { MoveDialog } from './MoveDialog'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const answers = {
  onHandoff: vi.fn(),
  onKeep: vi.fn(),
  onMoveHere: vi.fn(),
  onStartNew: vi.fn(),
  onAccept: vi.fn(),
}
const cart = basketFixture()
const trial = basketFixture({
  store: { ...cart.store, slug: 'blue-dome-tulsa' },
  lines: [lineFixture(), lineFixture({ lineId: 'b', label: 'Onion Rings' })],
  changes: [
    { kind: 'price', lineId: 'a', label: 'The Big Deal', was: usd(795), now: usd(970) },
    { kind: 'modifier-removed', lineId: 'a', label: 'Avocado' },
    { kind: 'removed', lineId: 'b', label: 'Onion Rings' },
  ],
})
const start = '2026-11-20T23:30:00Z'
const held = basketFixture({ hold: { start, end: start, expires: start } })
const props = {
  open: true,
  here: 'Blue Dome',
  offered: ['carryout', 'curbside'] as const,
  now: 'carryout' as const,
  busy: false,
  error: undefined,
  ...answers,
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] }))
test('asks whether to move the cart', () => {
  renderAt('/', <MoveDialog {...props} move={{ cart: { ...cart, handoff: 4 } }} />)
  const dialog = screen.getByRole('dialog', { name: 'Still hungry at Brookside?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Bring it along to Blue Dome' }))
  expect(answers.onMoveHere).toHaveBeenCalledOnce()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start a new cart at Blue Dome' }))
  expect(answers.onStartNew).toHaveBeenCalledOnce()
  expect(within(dialog).getByRole('link', { name: 'Back to Brookside' }).getAttribute('href')).toBe(
    '/quote/everyday/brookside-tulsa?type=curbside',
  )
})

test('lists each changed line and the time', () => {
  renderAt('/', <MoveDialog {...props} move={{ cart: held, trial }} />)
  const dialog = screen.getByRole('dialog', { name: 'What changes at Blue Dome' })
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'The Big Deal, eachwas $7.95 now $9.70',
    'Avocado is not on the menu there. The Big Deal comes without it.',
    'Onion Rings is not on the menu there. It stays behind.',
    expect.stringMatching(/^Your time, 5:30\sPM, stays behind\./),
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'OK, bring it along' }))
  expect(answers.onAccept).toHaveBeenCalledOnce()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep my cart at Brookside' }))
  expect(answers.onKeep).toHaveBeenCalledOnce()
})

test('a cart without available dishes there stays', () => {
  const nothing = { ...trial, lines: trial.lines.slice(1), changes: trial.changes.slice(2) }
  renderAt('/', <MoveDialog {...props} move={{ cart, trial: nothing }} />)
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Nothing in your cart is served at Blue Dome')
  expect(within(dialog).queryByRole('button', { name: 'OK, bring it along' })).toBeNull()
})

test.each([
  ['/', 'Your cart is in Canada', '/ca/en-ca/cart'],
  ['/ca/en-ca', 'Your cart is in the United States', '/cart'],
])('on %s a cart of another country cannot move, with the reason', (path, where, cart) => {
  renderAt(path, <MoveDialog {...props} move={{}} />)
  const dialog = screen.getByRole('dialog', { name: 'Your cart is in another country' })
  expect(dialog.textContent).toContain(`${where} and can’t come along.`)
  expect(within(dialog).queryByRole('button', { name: /^Bring/ })).toBeNull()
  expect(within(dialog).getByRole('link', { name: 'Go to that cart' }).getAttribute('href')).toBe(cart)
})

test('asks for the handoff, with the current one pressed', () => {
  renderAt('/', <MoveDialog {...props} move={{ asksHandoff: true, cart }} />)
  const dialog = screen.getByRole('dialog', { name: 'How would you like it?' })
  expect(within(dialog).getByRole('button', { pressed: true }).textContent).toBe('Carryout')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Curbside' }))
  expect(answers.onHandoff).toHaveBeenCalledWith('curbside')
})

test('another handoff of the same restaurant lists unavailable lines and the time', () => {
  const curbside = basketFixture({
    ...trial,
    store: cart.store,
    handoff: 4,
    changes: [{ kind: 'not-handed-over', lineId: 'a', label: 'Soft Serve Cone' }],
    problems: [{ code: 'hold-ended', message: '', fixes: [] }],
  })
  const { unmount } = renderAt(
    '/',
    <MoveDialog {...props} move={{ asksHandoff: true, cart: held, trial: curbside }} />,
  )
  const dialog = screen.getByRole('dialog', { name: 'What changes with curbside' })
  const rows = () =>
    within(dialog)
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  expect(rows()).toEqual(['The Big Deal isn’t offered this way. It comes off your order.'])
  expect(within(dialog).getByRole('button', { name: 'Keep it carryout' })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Make it curbside' })).toBeTruthy()
  unmount()
  renderAt('/', <MoveDialog {...props} move={{ cart: held, trial: { ...curbside, problems: [] } }} />)
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toContainEqual(
    expect.stringMatching(/^Your time, 5:30\sPM, stays behind\./),
  )
})

test('a restaurant without curbside names carryout', () => {
  renderAt(
    '/',
    <MoveDialog {...props} offered={['carryout']} move={{ cart: { ...cart, handoff: 4 }, trial }} />,
  )
  expect(screen.getByText('No curbside at Blue Dome. You pick it up at the counter.')).toBeTruthy()
})

test('a restaurant with both handoffs names the new one', () => {
  renderAt('/', <MoveDialog {...props} move={{ cart, trial: { ...trial, handoff: 4 } }} />)
  expect(screen.getByText('It becomes curbside. They bring it out to your car.')).toBeTruthy()
})
