import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Modifiers } from './Modifiers'

const chosen = (label: string, depth = 0, quantity = 1) => ({ label, depth, quantity })

test('the changes of a dish are in one row', () => {
  const { container } = render(<Modifiers list={[chosen('Pretzel'), chosen('Onion', 0, 0)]} />)
  expect(container.textContent).toBe('Pretzel, No onion')
  expect(screen.queryByRole('list')).toBeNull()
})

test('the parts of a combo are one below the other, each with its changes', () => {
  render(
    <Modifiers
      list={[
        chosen('The Big Deal'),
        chosen('Pretzel', 1),
        chosen('Smoked bacon', 1),
        chosen('Pit fries'),
        chosen('Fountain drink'),
        chosen('Cola', 1),
        chosen('Regular', 1),
      ]}
    />,
  )
  const parts = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(parts.map((part) => part.textContent)).toEqual([
    'The Big DealPretzel, Smoked bacon',
    'Pit fries',
    'Fountain drinkCola, Regular',
  ])
  expect(within(parts[0]!).getByText('Pretzel, Smoked bacon').textContent).not.toContain('The Big Deal')
})
