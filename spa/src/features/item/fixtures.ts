import type { Modifier, ModifierGroup } from '../../api/generated'

export const modifierFixture = (label: string, some: Partial<Modifier> = {}): Modifier => ({
  id: label,
  label,
  price: { minor: 0, currency: 'usd' },
  allergens: [],
  quantity: 0,
  max: 1,
  increment: 1,
  min: 1,
  ...some,
})

/** A group without limits. */
export const groupFixture = (
  id: string,
  modifiers: Modifier[],
  some: Partial<ModifierGroup> = {},
): ModifierGroup => ({ id, label: id, minSelects: 0, maxSelects: 9, included: 0, modifiers, ...some })
