import { useTranslation } from 'react-i18next'
import type { Modifier, ModifierGroup } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatSurcharge } from '../../money/money'
import { QuantityStepper } from '../../ui/QuantityStepper'
import styles from './ModifierGroups.module.css'
import { type Place, pickedOf, placeOf, type Selection, selects, withInside, withQuantity } from './selection'

interface ModifierGroupsProps {
  groups: readonly ModifierGroup[]
  selection: Selection
  onChange: (selection: Selection) => void
  /** The groups that the guest tried to go on without. */
  missing: ReadonlySet<Place>
  outer?: Place
}

/** The questions of an item, and those that an answer asks next. */
export function ModifierGroups({ groups, selection, onChange, missing, outer = '' }: ModifierGroupsProps) {
  return groups.map((group) => (
    <Group
      key={group.id}
      group={group}
      place={placeOf(outer, group)}
      selection={selection}
      onChange={onChange}
      missing={missing}
      nested={outer !== ''}
    />
  ))
}

interface GroupProps {
  group: ModifierGroup
  place: Place
  selection: Selection
  onChange: (selection: Selection) => void
  missing: ReadonlySet<Place>
  nested: boolean
}

function Group({ group, place, selection, onChange, missing, nested }: GroupProps) {
  const id = `group-${place.replaceAll('/', '-')}`
  const unmet = missing.has(place)
  return (
    <fieldset
      className={[styles.group, nested && styles.nested].filter(Boolean).join(' ')}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-asks`}
      data-place={place}
    >
      <legend className={styles.legend}>
        <span id={`${id}-title`}>{group.label}</span>
        <Badge id={`${id}-asks`} group={group} selection={selection} unmet={unmet} />
      </legend>
      <div className={styles.options}>
        {group.modifiers.map((modifier) => (
          <Option
            key={modifier.id}
            group={group}
            modifier={modifier}
            place={place}
            selection={selection}
            onChange={onChange}
            missing={missing}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface BadgeProps {
  id: string
  group: ModifierGroup
  selection: Selection
  unmet: boolean
}

function Badge({ id, group, selection, unmet }: BadgeProps) {
  const words = useBadge(group, selection)
  const required = group.minSelects > 0
  const met = selects(selection, group) >= group.minSelects
  const state =
    unmet && !met ? styles.unmet : required && !met ? styles.must : required ? styles.met : undefined
  return (
    <span id={id} className={[styles.badge, state].filter(Boolean).join(' ')}>
      {words}
    </span>
  )
}

/** What a group asks for, and how much of it is left. */
function useBadge(group: ModifierGroup, selection: Selection): string {
  const { t } = useTranslation()
  const { minSelects: min, maxSelects: max, modifiers } = group
  const left = max - selects(selection, group)
  if (min > 0) {
    const choose =
      min === max ? t('item.choose', { count: min }) : t('item.choose-between', { from: min, to: max })
    return selects(selection, group) < min ? t('item.required', { choose }) : choose
  }
  if (modifiers.every((modifier) => modifier.quantity > 0)) return t('item.leave-off')
  if (max === 1) return t('item.optional')
  // A limit that cannot be reached is not worth a word.
  if (max >= modifiers.reduce((sum, modifier) => sum + modifier.max, 0)) return t('item.any')
  return t('item.up-to', { count: max, left: t('item.left', { count: left }) })
}

interface OptionProps extends Omit<GroupProps, 'nested'> {
  modifier: Modifier
}

function Option({ group, modifier, place, selection, onChange, missing }: OptionProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const picked = pickedOf(selection, group, modifier)
  const one = group.minSelects === 1 && group.maxSelects === 1
  const full =
    group.maxSelects > 1 &&
    selects(selection, group) + (picked ? modifier.increment : modifier.min) > group.maxSelects
  const away = Boolean(modifier.unavailable)
  const off = modifier.quantity > 0 && !picked && !one
  const set = (quantity: number) => onChange(withQuantity(selection, group, modifier, quantity))
  const inner = modifier.groups ?? []
  return (
    <>
      <div className={styles.row}>
        <label className={[styles.option, off && styles.off].filter(Boolean).join(' ')}>
          <input
            type={one ? 'radio' : 'checkbox'}
            name={place}
            checked={Boolean(picked)}
            disabled={!picked && (away || full)}
            onChange={(event) => set(event.target.checked ? modifier.min : 0)}
          />
          <span className={styles.words}>
            <b>{modifier.label}</b>
            {(away || modifier.note) && <small>{away ? t('item.sold-out') : modifier.note}</small>}
          </span>
          <span className={styles.cost}>{formatSurcharge(modifier.price, lang)}</span>
        </label>
        {picked && modifier.max > modifier.min && (
          <QuantityStepper
            label={t('item.how-many', { modifier: modifier.label })}
            value={picked.quantity}
            min={modifier.min}
            step={modifier.increment}
            max={full ? picked.quantity : modifier.max}
            onChange={set}
          />
        )}
      </div>
      {picked && inner.length > 0 && (
        <div className={styles.inside}>
          <ModifierGroups
            groups={inner}
            selection={picked.inside}
            onChange={(inside) => onChange(withInside(selection, group, modifier, inside))}
            missing={missing}
            outer={`${place}/${modifier.id}`}
          />
        </div>
      )}
    </>
  )
}
