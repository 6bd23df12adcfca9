import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { ReviewedLayer as Layer, OrderLine } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { LayerChooser } from './LayerChooser'
import { Rating } from './Rating'

let chosen: readonly Layer[] | number

function TestRating() {
  const [value, setValue] = useState(0)
  chosen = value
  return <Rating value={value} onChange={setValue} error={value ? undefined : 'Rate it.'} />
}

test('a rating is a group of five named radio buttons; the burgers above it are shadows', () => {
  renderAt('/contact/review-us', <TestRating />)
  const group = screen.getByRole('group', { name: 'How did we stack up?' })
  expect(document.getElementById(group.getAttribute('aria-describedby')!)?.textContent).toBe('Rate it.')
  const shadows = () =>
    [...group.querySelectorAll('label')].map((l) => l.querySelector('[data-missing]') !== null)
  expect(shadows()).toEqual([true, true, true, true, true])
  fireEvent.click(within(group).getByRole('radio', { name: '3 Did the job' }))
  expect(chosen).toBe(3)
  expect(shadows()).toEqual([false, false, false, true, true])
  expect(group.hasAttribute('aria-describedby')).toBe(false)
})

const line = (itemId: string, label: string, stack?: string[]) =>
  ({ itemId, label, stack, quantity: 1, modifiers: [] }) as unknown as OrderLine

function TestLayers() {
  const [value, setValue] = useState<Layer[]>([])
  chosen = value
  return (
    <LayerChooser
      lines={[
        line('the-big-deal', 'The Big Deal', ['heel', 'patty', 'crown']),
        line('the-big-deal', 'The Big Deal', ['heel', 'patty', 'cheese', 'patty', 'crown']),
        line('pit-fries', 'Pit Fries'),
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

test('each layer of a burger, however often it is there, is marked good, wrong or neither by presses; a side as a whole', () => {
  renderAt('/contact/review-us', <TestLayers />)
  const burger = within(screen.getByRole('region', { name: 'The Big Deal' }))
  expect(burger.getAllByRole('button').map((b) => b.textContent)).toEqual([
    'Seeded bun topNot marked',
    'Beef patty ×2Not marked',
    'American cheeseNot marked',
    'Bun bottomNot marked',
  ])
  const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  press(/^Beef patty/)
  press(/^American cheese/)
  press(/^American cheese/)
  press(/^All of it/)
  expect(chosen).toEqual([
    { itemId: 'the-big-deal', part: 'patty', verdict: 'good' },
    { itemId: 'the-big-deal', part: 'cheese', verdict: 'wrong' },
    { itemId: 'pit-fries', part: 'item', verdict: 'good' },
  ])
  expect(burger.getByRole('button', { name: /American cheese.*Wrong/ })).toBeTruthy()
  press(/^American cheese/)
  expect(chosen).toHaveLength(2)
})
