import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Stack } from './Stack'
import { placeLayers } from './stack'

const littleDeal = placeLayers(['heel', 'patty', 'cheese', 'crown'])
const drawn = () => [...document.querySelectorAll('use')].map((use) => use.getAttribute('href'))

test('draws its layers bottom to top and lists their names', () => {
  render(<Stack layers={littleDeal} label="Your burger, as chosen" />)
  expect(drawn()).toEqual(['#layer-heel', '#layer-patty', '#layer-cheese', '#layer-crown'])
  const list = screen.getByRole('list', { name: 'Your burger, as chosen' })
  expect(list.textContent).toBe('Bun bottomBeef pattyAmerican cheeseSeeded bun top')
})

test('without a label it is decorative', () => {
  const { container } = render(<Stack layers={littleDeal} />)
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})

test('the exploded view is a list of names', () => {
  render(<Stack layers={littleDeal} label="Your burger, as chosen" expanded />)
  expect(screen.getByRole('list', { name: 'Your burger, as chosen' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Bun bottom',
    'Beef patty',
    'American cheese',
    'Seeded bun top',
  ])
})

test('a missing layer keeps its space', () => {
  const crown = littleDeal.at(-1)!
  render(<Stack layers={littleDeal} missing={new Set([crown.key])} />)
  const rows = [...document.querySelectorAll('li')]
  expect(rows.map((row) => row.dataset.missing)).toEqual([undefined, undefined, undefined, 'true'])
  expect(rows.at(-1)?.style.getPropertyValue('--rise')).toBe('140')
})
