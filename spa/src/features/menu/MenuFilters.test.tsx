import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MenuFilters } from './MenuFilters'

const none = { diets: [], without: [] } as const
const pressed = () => screen.queryAllByRole('button', { pressed: true }).map((chip) => chip.textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a filter looks pressed before the menu updates, and two quick presses both apply', () => {
  const onChange = vi.fn()
  const { rerender } = render(<MenuFilters filters={none} onChange={onChange} />)
  press('Vegetarian')
  expect(pressed()).toEqual(['Vegetarian'])
  press('Gluten-friendly')
  expect(onChange).toHaveBeenLastCalledWith({ diets: ['vegetarian', 'gluten-friendly'], without: [] })
  // Back, or "Clear" on an empty menu, resets the filters.
  rerender(<MenuFilters filters={{ diets: ['vegetarian'], without: [] }} onChange={onChange} />)
  expect(pressed()).toEqual(['Vegetarian'])
  rerender(<MenuFilters filters={{ ...none }} onChange={onChange} />)
  expect(pressed()).toEqual([])
})
