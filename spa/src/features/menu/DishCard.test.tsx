import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DealPrice, Item } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { DishCard } from './DishCard'

const rings: Item = {
  id: 'onion-rings',
  slug: 'onion-rings',
  section: 'sides',
  label: 'Onion Rings',
  description: 'Stacked six high.',
  price: { minor: 425, currency: 'usd' },
  calories: { min: 470, max: 470 },
  allergens: ['wheat'],
  tags: ['vegetarian'],
  picture: 'dishes/onion-rings',
  defaultChoices: [],
  quick: true,
  minimumQuantity: 1,
  maximumQuantity: 20,
  quantityIncrement: 1,
}

const onAdd = vi.fn()

async function show(item: Item, path = '/', deal?: DealPrice) {
  renderAt(
    path,
    <ul>
      <DishCard item={item} locationSlug="brookside" zone="America/Chicago" deal={deal} onAdd={onAdd} />
    </ul>,
  )
  return (await screen.findByRole('listitem')).textContent?.replaceAll(/\s/g, ' ')
}

test('price and calories are together, and the name links to the dish', async () => {
  expect(await show(rings)).toContain('$4.25470 CalVegetarian')
  expect(screen.getByRole('link', { name: 'Onion Rings' }).getAttribute('href')).toBe(
    '/quote/everyday/brookside/sides/onion-rings?type=carryout',
  )
})

test('a deal shows the price after and before it, as a sentence for screen readers', async () => {
  const deal: DealPrice = {
    itemId: rings.id,
    was: rings.price,
    price: { ...rings.price, minor: 340 },
    promotionId: 'lunch',
    label: 'Lunch for less',
  }
  expect(await show(rings, '/', deal)).toContain('Lunch for less')
  screen.getByText('$3.40 instead of $4.25')
  expect(screen.getByText('$4.25').closest('[aria-hidden]')?.textContent).toBe('$3.40 $4.25')
})

test('a dish without required choices is added at once', async () => {
  await show(rings)
  fireEvent.click(screen.getByRole('button', { name: 'Add Onion Rings' }))
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(rings)
})

test('a dish with required choices links to its page', async () => {
  await show({ ...rings, quick: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose options for Onion Rings' })).toBeDefined()
})

test('a sold-out dish shows until when, and has no add button', async () => {
  vi.setSystemTime('2026-11-21T20:00:00Z')
  const text = await show({ ...rings, unavailable: { reason: 'sold-out', until: '2026-11-21T23:30:00Z' } })
  expect(text).toContain('Back at 5:30 PM')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link', { name: /Add|Choose/ })).toBeNull()
})

test.each([
  ['2026-11-21T20:00:00Z', /Served 6:00–10:30\sAM, again tomorrow$/],
  ['2026-11-22T09:00:00Z', /Served 6:00–10:30\sAM$/],
])('a dish outside its daypart shows the hours, at %s', async (now, want) => {
  vi.setSystemTime(now)
  const unavailable = {
    reason: 'not-served-now',
    until: '2026-11-22T12:00:00Z',
    daypart: 'Breakfast',
    from: '06:00',
    to: '10:30',
  } as const
  expect(await show({ ...rings, unavailable })).toMatch(want)
})

test('a calorie range is formatted for the locale', async () => {
  expect(await show({ ...rings, calories: { min: 480, max: 1600 } })).toContain('480–1,600 Cal')
})
