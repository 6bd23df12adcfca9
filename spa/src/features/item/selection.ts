import type { Choice, ItemDetails, Modifier, ModifierGroup } from '../../api/generated'
import type { Amount } from '../../money/money'

/** What is chosen: by group, then by modifier, how many and what is chosen inside it. Nothing chosen is not there. */
export type Selection = Readonly<Record<string, Readonly<Record<string, PickedModifier>>>>

export interface PickedModifier {
  quantity: number
  inside: Selection
}

/** Where a group stands: the groups and modifiers that lead to it, "combo-drink/combo-tea/sweetness". */
export type GroupPath = string

export function groupPath(outer: GroupPath, group: ModifierGroup): GroupPath {
  return outer ? `${outer}/${group.id}` : group.id
}

/** The item as it comes. */
export function defaultSelection(groups: readonly ModifierGroup[]): Selection {
  return select(groups, (modifier) =>
    modifier.quantity > 0
      ? { quantity: modifier.quantity, inside: defaultSelection(modifier.groups ?? []) }
      : undefined,
  )
}

/** The item with these layers of its drawing, and without those, as far as one of its choices decides on them. */
export function withLayers(
  groups: readonly ModifierGroup[],
  stack: ItemDetails['stack'] = [],
  layers: { with?: readonly string[]; without?: readonly string[] },
): Selection {
  let selection = defaultSelection(groups)
  const draws = ({ id }: Modifier, names: readonly string[] = []) =>
    stack.some(({ by, layer }) => by === id && names.includes(layer))
  for (const group of groups) {
    for (const modifier of group.modifiers) {
      const picked = Boolean(pickedModifier(selection, group, modifier))
      const room = countSelects(selection, group) + modifier.min <= group.maxSelects
      if (picked && draws(modifier, layers.without)) selection = withQuantity(selection, group, modifier, 0)
      else if (!picked && room && !modifier.unavailable && draws(modifier, layers.with))
        selection = withQuantity(selection, group, modifier, modifier.min)
    }
  }
  return selection
}

/** The choices of a line of the basket; what the menu does not have any more is left out. */
export function fromChoices(groups: readonly ModifierGroup[], choices: readonly Choice[]): Selection {
  return select(groups, (modifier, group) => {
    const choice = choices.find((c) => c.group === group.id && c.modifier === modifier.id)
    if (!choice) return undefined
    const { groups: inner = [] } = modifier
    return {
      quantity: choice.quantity,
      inside: choice.choices ? fromChoices(inner, choice.choices) : defaultSelection(inner),
    }
  })
}

function select(
  groups: readonly ModifierGroup[],
  pick: (modifier: Modifier, group: ModifierGroup) => PickedModifier | undefined,
): Selection {
  return Object.fromEntries(
    groups.map((group) => [
      group.id,
      Object.fromEntries(
        group.modifiers.flatMap((modifier) => {
          const picked = pick(modifier, group)
          return picked ? [[modifier.id, picked]] : []
        }),
      ),
    ]),
  )
}

/** As the cart wants it: everything chosen, what is inside always named. */
export function toChoices(groups: readonly ModifierGroup[], selection: Selection): Choice[] {
  return groups.flatMap((group) =>
    group.modifiers.flatMap((modifier) => {
      const picked = pickedModifier(selection, group, modifier)
      if (!picked) return []
      const choices = modifier.groups?.length ? { choices: toChoices(modifier.groups, picked.inside) } : {}
      return [{ group: group.id, modifier: modifier.id, quantity: picked.quantity, ...choices }]
    }),
  )
}

export function pickedModifier(
  selection: Selection,
  group: ModifierGroup,
  modifier: Modifier,
): PickedModifier | undefined {
  return selection[group.id]?.[modifier.id]
}

/** How many selects a group has: each unit counts. */
export function countSelects(selection: Selection, group: ModifierGroup): number {
  return Object.values(selection[group.id] ?? {}).reduce((sum, picked) => sum + picked.quantity, 0)
}

/** Sets how many of a modifier are chosen. In a group of one, it takes the place of the other. */
export function withQuantity(
  selection: Selection,
  group: ModifierGroup,
  modifier: Modifier,
  quantity: number,
): Selection {
  const { [modifier.id]: before, ...others } = selection[group.id] ?? {}
  const kept = group.maxSelects === 1 ? {} : others
  const inside = before?.inside ?? defaultSelection(modifier.groups ?? [])
  const now = quantity > 0 ? { ...kept, [modifier.id]: { quantity, inside } } : others
  return { ...selection, [group.id]: now }
}

export function withInside(
  selection: Selection,
  group: ModifierGroup,
  modifier: Modifier,
  inside: Selection,
): Selection {
  const picked = pickedModifier(selection, group, modifier)
  if (!picked) return selection
  return { ...selection, [group.id]: { ...selection[group.id], [modifier.id]: { ...picked, inside } } }
}

/** The places of the groups that still need a choice, in the order of the page. */
export function unmetGroups(
  groups: readonly ModifierGroup[],
  selection: Selection,
  outer: GroupPath = '',
): GroupPath[] {
  return groups.flatMap((group) => {
    const place = groupPath(outer, group)
    const short = countSelects(selection, group) < group.minSelects ? [place] : []
    const inside = group.modifiers.flatMap((modifier) => {
      const picked = pickedModifier(selection, group, modifier)
      return picked ? unmetGroups(modifier.groups ?? [], picked.inside, `${place}/${modifier.id}`) : []
    })
    return [...short, ...inside]
  })
}

/**
 * What one costs as chosen, for the button: the server's listed prices, added as the server adds them. The first `included`
 * selects of a group, in the order of the list, cost nothing. The cart's totals are the server's.
 */
export function unitPrice(price: Amount, groups: readonly ModifierGroup[], selection: Selection): Amount {
  return { ...price, minor: price.minor + surcharge(groups, selection) }
}

function surcharge(groups: readonly ModifierGroup[], selection: Selection): number {
  let sum = 0
  for (const group of groups) {
    for (const { modifier, picked, paid } of priced(group, selection)) {
      sum += modifier.price.minor * paid + surcharge(modifier.groups ?? [], picked.inside) * picked.quantity
    }
  }
  return sum
}

/** What is chosen of a group, each with how many of its selects are paid. */
function priced(group: ModifierGroup, selection: Selection) {
  let free = group.included
  return group.modifiers.flatMap((modifier) => {
    const picked = pickedModifier(selection, group, modifier)
    if (!picked) return []
    const paid = Math.max(picked.quantity - free, 0)
    free -= picked.quantity - paid
    return [{ modifier, picked, paid }]
  })
}

/** What the selects of a modifier cost, in minor units. One that is not chosen yet: what choosing it adds to the price of the group. */
export function addedBy(selection: Selection, group: ModifierGroup, modifier: Modifier): number {
  const cost = (selection: Selection, of?: Modifier) =>
    priced(group, selection)
      .filter((one) => !of || one.modifier === of)
      .reduce((sum, { modifier: { price }, paid }) => sum + price.minor * paid, 0)
  if (pickedModifier(selection, group, modifier)) return cost(selection, modifier)
  return cost(withQuantity(selection, group, modifier, modifier.min)) - cost(selection)
}

/** The ids of all that is chosen, once for each unit, inner choices included: what the drawing shows. */
export function chosenIds(selection: Selection): string[] {
  return Object.values(selection).flatMap((group) =>
    Object.entries(group).flatMap(([id, { quantity, inside }]) => [
      ...Array<string>(quantity).fill(id),
      ...chosenIds(inside),
    ]),
  )
}

/** Calories as chosen: a stated number moves with the choices, a range already covers them. */
export function caloriesOf(
  calories: { min: number; max: number } | undefined,
  groups: readonly ModifierGroup[],
  selection: Selection,
): { min: number; max: number } | undefined {
  if (!calories || calories.min !== calories.max) return calories
  const now = Math.max(calories.min + energy(groups, selection) - energy(groups, defaultSelection(groups)), 0)
  return { min: now, max: now }
}

function energy(groups: readonly ModifierGroup[], selection: Selection): number {
  return groups.reduce(
    (sum, group) =>
      group.modifiers.reduce((inner, modifier) => {
        const picked = pickedModifier(selection, group, modifier)
        if (!picked) return inner
        return (
          inner + ((modifier.calories ?? 0) + energy(modifier.groups ?? [], picked.inside)) * picked.quantity
        )
      }, sum),
    0,
  )
}

/** The allergens of the item as chosen: those of the recipe and of every choice. */
export function allergensOf(
  recipe: readonly string[],
  groups: readonly ModifierGroup[],
  selection: Selection,
): string[] {
  const all = new Set(recipe)
  const gather = (level: readonly ModifierGroup[], chosen: Selection) => {
    for (const group of level) {
      for (const modifier of group.modifiers) {
        const picked = pickedModifier(chosen, group, modifier)
        if (!picked) continue
        for (const allergen of modifier.allergens) all.add(allergen)
        gather(modifier.groups ?? [], picked.inside)
      }
    }
  }
  gather(groups, selection)
  return [...all]
}

/** A choice in words: with quantity 0, what comes with it and was left off. */
interface ChoiceDescription {
  label: string
  quantity: number
  /** The question that it is the one answer to. */
  question?: string
}

/** What is worth telling of the choices inside a choice: every answer to a question of one, and else what is not as it comes. */
export function describeChoices(groups: readonly ModifierGroup[], selection: Selection): ChoiceDescription[] {
  return groups.flatMap((group) =>
    group.modifiers.flatMap((modifier) => {
      const picked = pickedModifier(selection, group, modifier)
      const { label, quantity: usual, groups: inner = [] } = modifier
      if (!picked) return usual > 0 && !isSingleChoice(group) ? [{ label, quantity: 0 }] : []
      const { quantity } = picked
      if (isSingleChoice(group))
        return [{ label, quantity, question: group.label }, ...describeChoices(inner, picked.inside)]
      return [...(quantity === usual ? [] : [{ label, quantity }]), ...describeChoices(inner, picked.inside)]
    }),
  )
}

/** One answer, no more and no less. */
export function isSingleChoice({ minSelects, maxSelects }: ModifierGroup): boolean {
  return minSelects === 1 && maxSelects === 1
}
