import type { Choice, ItemDetails, Modifier, ModifierGroup } from '../../api/generated'
import type { Amount } from '../../money/money'

/** Selected quantities by group and modifier, with nested selections. Modifiers with quantity zero are absent. */
export type Selection = Readonly<Record<string, Readonly<Record<string, PickedModifier>>>>

export interface PickedModifier {
  quantity: number
  inside: Selection
}

/** Path of a group through its parent groups and modifiers: "combo-drink/combo-tea/sweetness". */
export type GroupPath = string

export function groupPath(outer: GroupPath, group: ModifierGroup): GroupPath {
  return outer ? `${outer}/${group.id}` : group.id
}

/** Returns the default selection of an item. */
export function defaultSelection(groups: readonly ModifierGroup[]): Selection {
  return select(groups, (modifier) =>
    modifier.quantity > 0
      ? { quantity: modifier.quantity, inside: defaultSelection(modifier.groups ?? []) }
      : undefined,
  )
}

/** Returns the default selection with these layers added and those removed, as far as an option controls them. */
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

/** What today's menu lacks of a kept selection. */
interface Lost {
  /** Labels of the options that are unavailable. */
  away: string[]
  /** Number of options that the menu no longer has, and so no name for. */
  gone: number
}

/**
 * Returns the selection of a basket line. Choices that the menu no longer has are dropped; with `lost` also those that are unavailable, and
 * all of them are added to it.
 */
export function fromChoices(
  groups: readonly ModifierGroup[],
  choices: readonly Choice[],
  lost?: Lost,
): Selection {
  if (lost) lost.gone += choices.length
  return select(groups, (modifier, group) => {
    const choice = choices.find((c) => c.group === group.id && c.modifier === modifier.id)
    if (!choice) return undefined
    if (lost) lost.gone--
    if (lost && modifier.unavailable) {
      lost.away.push(modifier.label)
      return undefined
    }
    const { groups: inner = [] } = modifier
    return {
      quantity: choice.quantity,
      inside: choice.choices ? fromChoices(inner, choice.choices, lost) : defaultSelection(inner),
    }
  })
}

/** Returns the part of a kept selection that today's menu offers, and what is missing. */
export function fromKept(groups: readonly ModifierGroup[], choices: readonly Choice[]) {
  const lost: Lost = { away: [], gone: 0 }
  return { selection: fromChoices(groups, choices, lost), ...lost }
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

/** Returns the selection as the API's choices. Nested selections are always included. */
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

/** Returns the number of selections in a group; each unit counts. */
export function countSelects(selection: Selection, group: ModifierGroup): number {
  return Object.values(selection[group.id] ?? {}).reduce((sum, picked) => sum + picked.quantity, 0)
}

/** Sets the quantity of a modifier. In a single-choice group it replaces the other option. */
export function withQuantity(
  selection: Selection,
  group: ModifierGroup,
  modifier: Modifier,
  quantity: number,
): Selection {
  const { [modifier.id]: before, ...others } = selection[group.id] ?? {}
  const otherChoices = group.maxSelects === 1 ? {} : others
  const inside = before?.inside ?? defaultSelection(modifier.groups ?? [])
  const choices = quantity > 0 ? { ...otherChoices, [modifier.id]: { quantity, inside } } : others
  return { ...selection, [group.id]: choices }
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

/** Returns the paths of incomplete groups in page order. */
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
 * Returns the unit price with the selected options: the server's listed prices, added by the server's rules. The first `included`
 * selections of a group, in list order, are free. The basket's totals come from the server.
 */
export function unitPrice(price: Amount, groups: readonly ModifierGroup[], selection: Selection): Amount {
  const surcharge = sum(groups, selection, ({ modifier, paid }) => modifier.price.minor * paid)
  return { ...price, minor: price.minor + surcharge }
}

/** A selected modifier. Its units are those of the whole item: the units of its outer modifiers are multiplied. */
interface Chosen {
  modifier: Modifier
  units: number
  /** Units that are not included in the price. */
  paid: number
}

/** Returns all selected modifiers, nested ones included. */
function chosenIn(groups: readonly ModifierGroup[], selection: Selection, outer = 1): Chosen[] {
  return groups.flatMap((group) =>
    priced(group, selection).flatMap(({ modifier, picked, paid }) => {
      const units = picked.quantity * outer
      return [
        { modifier, units, paid: paid * outer },
        ...chosenIn(modifier.groups ?? [], picked.inside, units),
      ]
    }),
  )
}

const sum = (groups: readonly ModifierGroup[], selection: Selection, of: (chosen: Chosen) => number) =>
  chosenIn(groups, selection).reduce((total, chosen) => total + of(chosen), 0)

/** Returns the selected modifiers of a group with the number of paid units of each. */
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

/** Returns the cost of a modifier's selected units in minor units; if it is not selected, the amount that selecting it would add. */
export function addedBy(selection: Selection, group: ModifierGroup, modifier: Modifier): number {
  const cost = (selection: Selection, of?: Modifier) =>
    priced(group, selection)
      .filter((one) => !of || one.modifier === of)
      .reduce((sum, { modifier: { price }, paid }) => sum + price.minor * paid, 0)
  if (pickedModifier(selection, group, modifier)) return cost(selection, modifier)
  return cost(withQuantity(selection, group, modifier, modifier.min)) - cost(selection)
}

/** Returns the ids of all selected modifiers, nested ones included, once per unit. The drawing uses them. */
export function chosenIds(selection: Selection): string[] {
  return Object.values(selection).flatMap((group) =>
    Object.entries(group).flatMap(([id, { quantity, inside }]) => [
      ...Array<string>(quantity).fill(id),
      ...chosenIds(inside),
    ]),
  )
}

/** Returns the calories with the selected options: a single number changes with them, a range already covers them. */
export function caloriesOf(
  calories: { min: number; max: number } | undefined,
  groups: readonly ModifierGroup[],
  selection: Selection,
): { min: number; max: number } | undefined {
  if (!calories || calories.min !== calories.max) return calories
  const energy = (chosen: Selection) =>
    sum(groups, chosen, ({ modifier, units }) => (modifier.calories ?? 0) * units)
  const total = Math.max(calories.min + energy(selection) - energy(defaultSelection(groups)), 0)
  return { min: total, max: total }
}

/** Returns the allergens of the recipe and all selected options. */
export function allergensOf(
  recipe: readonly string[],
  groups: readonly ModifierGroup[],
  selection: Selection,
): string[] {
  const chosen = chosenIn(groups, selection).flatMap(({ modifier }) => modifier.allergens)
  return [...new Set([...recipe, ...chosen])]
}

/** A choice as text. Quantity 0 is a default option that was removed. */
interface ChoiceDescription {
  label: string
  quantity: number
  /** Label of the group, if it is a single choice. */
  question?: string
}

/** Describes nested choices: every single choice, and otherwise only differences from the default. */
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

/** Reports whether a group requires exactly one option. */
export function isSingleChoice({ minSelects, maxSelects }: ModifierGroup): boolean {
  return minSelects === 1 && maxSelects === 1
}
