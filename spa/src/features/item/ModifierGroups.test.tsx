import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ModifierGroup } from '../../api/generated'
import { groupFixture as group, modifierFixture as option } from './fixtures'
import { ModifierGroups } from './ModifierGroups'
import { defaultSelection } from './selection'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const bun = group('bun', [option('Seeded'), option('Brioche', { price: usd(75) })], {
  label: 'Bun',
  minSelects: 1,
  maxSelects: 1,
})
const extras = group(
  'extras',
  [option('Bacon', { max: 2 }), option('Egg'), option('Avocado', { unavailable: { reason: 'sold-out' } })],
  { label: 'Pile it on', maxSelects: 2 },
)
const garnish = group('garnish', [option('Pickles', { quantity: 1 })], {
  label: 'It comes with',
  maxSelects: 1,
})

function Builder({ groups, missing = [] }: { groups: ModifierGroup[]; missing?: string[] }) {
  const [selection, setSelection] = useState(() => defaultSelection(groups))
  return (
    <MemoryRouter>
      <ModifierGroups
        groups={groups}
        selection={selection}
        onChange={setSelection}
        missing={new Set(missing)}
      />
    </MemoryRouter>
  )
}

test('a required group shows a message until it has its choice', () => {
  render(<Builder groups={[bun]} />)
  const group = screen.getByRole('group', { name: 'Bun', description: 'Required: Choose 1' })
  expect(within(group).getByText('+$0.75')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /Brioche/ }))
  expect(screen.getByRole('group', { name: 'Bun', description: 'Choose 1' })).toBe(group)
})

test('a group with a single choice requires nothing', () => {
  render(<Builder groups={[{ ...bun, modifiers: [option('Little Deal', { quantity: 1 })] }]} />)
  expect(screen.getByRole('group', { description: 'As it comes' })).toBeDefined()
})

test('a required group counts down the missing choices', () => {
  const four = {
    ...extras,
    minSelects: 4,
    maxSelects: 4,
    modifiers: [option('Big', { max: 4 }), option('Little', { max: 4 })],
  }
  render(<Builder groups={[four]} />)
  expect(screen.getByRole('group', { description: 'Required: Choose 4' })).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: /Big/ }))
  expect(screen.getByRole('group', { description: 'Required: Choose 4, 3 left' })).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: /Little/ }))
  expect(screen.getByRole('group', { description: 'Required: Choose 4, 2 left' })).toBeDefined()
  const more = within(screen.getByRole('group', { name: 'How many: Big' })).getByRole('button', {
    name: 'One more',
  })
  fireEvent.click(more)
  fireEvent.click(more)
  expect(screen.getByRole('group', { description: 'Choose 4' })).toBeDefined()
})

test('a group counts down to its limit, then disables the rest', () => {
  render(<Builder groups={[extras]} />)
  expect(screen.getByRole('group', { description: 'Up to 2, 2 left' })).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: /Bacon/ }))
  expect(screen.getByRole('group', { description: 'Up to 2, 1 left' })).toBeDefined()
  fireEvent.click(
    within(screen.getByRole('group', { name: 'How many: Bacon' })).getByRole('button', { name: 'One more' }),
  )
  expect(screen.getByRole('group', { description: 'Up to 2, 0 left' })).toBeDefined()
  expect(screen.getByRole('checkbox', { name: /Egg/ })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: /Bacon/ }))
  expect(screen.getByRole('checkbox', { name: /Egg/ })).toHaveProperty('disabled', false)
})

test('an included choice shows no price until it costs something', () => {
  const sides = group(
    'sides',
    [
      option('Slaw', { price: usd(275), max: 2 }),
      option('Fries', { price: usd(295) }),
      option('Mac', { price: usd(475) }),
    ],
    { minSelects: 2, maxSelects: 4, included: 2 },
  )
  render(<Builder groups={[sides]} />)
  const costs = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(screen.getByRole('group', { description: 'Required: Choose 2 to 4 2 included' })).toBeDefined()
  expect(costs()).toEqual(['Slawthen +$2.75', 'Friesthen +$2.95', 'Macthen +$4.75'])
  fireEvent.click(screen.getByRole('checkbox', { name: /Slaw/ }))
  expect(costs()).toEqual(['Slawincluded', 'Friesthen +$2.95', 'Macthen +$4.75'])
  fireEvent.click(screen.getByRole('checkbox', { name: /Mac/ }))
  expect(costs()).toEqual(['Slawincluded', 'Fries+$4.75', 'Macincluded']) // the first two of the list are included
  fireEvent.click(screen.getByRole('checkbox', { name: /Fries/ }))
  expect(costs()).toEqual(['Slawincluded', 'Friesincluded', 'Mac+$4.75'])
})

test('a sold-out choice shows a message and cannot be chosen', () => {
  render(<Builder groups={[extras]} />)
  expect(screen.getByRole('checkbox', { name: 'Avocado Sold out' })).toHaveProperty('disabled', true)
})

test('a default can be removed', () => {
  render(<Builder groups={[garnish]} />)
  const pickles = screen.getByRole('checkbox', { name: 'Pickles' })
  expect(screen.getByRole('group', { description: 'Tap to leave off' })).toBeDefined()
  fireEvent.click(pickles)
  expect(pickles).toHaveProperty('checked', false)
  expect(pickles.closest('label')?.className).toMatch(/off/)
})

test('a choice opens its nested groups', () => {
  const drink: ModifierGroup = {
    ...bun,
    id: 'drink',
    label: 'Drink',
    modifiers: [option('Cola', { groups: [bun] }), option('Water')],
  }
  render(<Builder groups={[drink]} />)
  expect(screen.queryByRole('group', { name: 'Bun' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Cola' }))
  expect(screen.getByRole('group', { name: 'Bun' })).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'Water' }))
  expect(screen.queryByRole('group', { name: 'Bun' })).toBeNull()
})

test('a combo’s steps are numbered, and a complete step collapses to its choices', () => {
  const usual = { ...bun, modifiers: [option('Seeded', { quantity: 1 }), option('Brioche')] }
  const burger: ModifierGroup = {
    ...bun,
    id: 'burger',
    label: 'The burger',
    modifiers: [option('Big', { quantity: 1, groups: [usual, garnish, extras] }), option('Little')],
  }
  render(<Builder groups={[burger, { ...bun, id: 'side', label: 'The side' }]} />)
  const [first, second] = screen.getAllByText(/^[12]$/)
  expect([first?.textContent, second?.textContent]).toEqual(['1', '2'])
  const summary = screen.getByText('The burger › Big').closest('summary')!
  const details = summary.closest('details')!
  expect(details.open).toBe(false)
  expect(summary.textContent).toContain('Bun: Seeded')
  fireEvent.click(summary)
  fireEvent.click(within(details).getByLabelText('Brioche'))
  fireEvent.click(within(details).getByLabelText('Pickles'))
  fireEvent.click(within(details).getByLabelText('Egg'))
  expect(summary.textContent).toContain('Bun: Brioche, No pickles, Egg')
  fireEvent.click(within(details).getByText('Done with Big'))
  expect(details.open).toBe(false)
  expect(document.activeElement).toBe(summary)
})

test('an incomplete choice stays open', () => {
  const drink = { ...bun, id: 'drink', label: 'Drink', modifiers: [option('Cola', { groups: [bun] })] }
  render(<Builder groups={[drink]} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Cola' }))
  expect(screen.getByText('Drink › Cola').closest('details')?.open).toBe(true)
})
