import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Modifier, ModifierGroup } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatSurcharge } from '../../money/money'
import { QuantityStepper } from '../../ui/form/QuantityStepper'
import tick from '../../ui/form/Tick.module.css'
import { useModifierText } from '../../ui/text/useModifierText'
import styles from './ModifierGroups.module.css'
import {
  addedBy,
  countSelects,
  describeChoices,
  type GroupPath,
  groupPath,
  isSingleChoice,
  pickedModifier,
  type Selection,
  unmetGroups,
  withInside,
  withQuantity,
} from './selection'

interface ModifierGroupsProps {
  groups: readonly ModifierGroup[]
  selection: Selection
  onChange: (selection: Selection) => void
  /** Incomplete groups that the guest tried to skip. */
  missing: ReadonlySet<GroupPath>
  outer?: GroupPath
  /** Labels of the parent groups and options. */
  way?: readonly string[]
}

/** ModifierGroups renders an item's groups and the nested groups of selected options. The steps of a combo are numbered. */
export function ModifierGroups({
  groups,
  selection,
  onChange,
  missing,
  outer = '',
  way = [],
}: ModifierGroupsProps) {
  const combo = outer === '' && groups.some((group) => group.modifiers.some(asksMore))
  return groups.map((group, n) => (
    <Group
      key={group.id}
      group={group}
      step={combo && groups.length > 1 ? n + 1 : undefined}
      place={groupPath(outer, group)}
      selection={selection}
      onChange={onChange}
      missing={missing}
      way={way}
    />
  ))
}

function asksMore({ groups }: Modifier): boolean {
  return (groups?.length ?? 0) > 0
}

interface GroupProps {
  group: ModifierGroup
  place: GroupPath
  selection: Selection
  onChange: (selection: Selection) => void
  missing: ReadonlySet<GroupPath>
  way: readonly string[]
  step?: number
}

function Group({ step, ...rest }: GroupProps) {
  const { group, place, selection, missing, way } = rest
  const { t } = useTranslation()
  const id = `group-${place.replaceAll('/', '-')}`
  const isMet = countSelects(selection, group) >= group.minSelects
  const state = isMet ? styles.met : missing.has(place) ? styles.unmet : styles.must
  // Groups nested in a single choice follow the whole list, so that its options stay together.
  const answer = isSingleChoice(group)
    ? group.modifiers.find((m) => pickedModifier(selection, group, m))
    : undefined
  return (
    <fieldset
      className={[styles.group, way.length > 0 && styles.nested].filter(Boolean).join(' ')}
      aria-labelledby={`${id}-title`}
      aria-describedby={group.included > 0 ? `${id}-asks ${id}-included` : `${id}-asks`}
      data-place={place}
    >
      <legend className={styles.legend}>
        <span className={styles.title}>
          {step && (
            <span className={styles.step} aria-hidden="true">
              {step}
            </span>
          )}
          <span id={`${id}-title`}>{group.label}</span>
        </span>
        <span
          id={`${id}-asks`}
          className={[styles.badge, group.minSelects > 0 && state].filter(Boolean).join(' ')}
        >
          {useBadge(group, selection)}
        </span>
        {group.included > 0 && (
          <span id={`${id}-included`} className={styles.included}>
            {t('item.count-included', { count: group.included })}
          </span>
        )}
      </legend>
      <div className={styles.options}>
        {group.modifiers.map((modifier) => (
          <Option key={modifier.id} {...rest} modifier={modifier} />
        ))}
      </div>
      {answer && asksMore(answer) && <NestedGroups key={answer.id} {...rest} modifier={answer} />}
    </fieldset>
  )
}

/** Returns the text that says how many selections a group requires or has left. */
function useBadge(group: ModifierGroup, selection: Selection): string {
  const { t } = useTranslation()
  const { minSelects: min, maxSelects: max, modifiers } = group
  const chosen = countSelects(selection, group)
  if (min > 0) {
    // A single required option: there is nothing to choose.
    if (max === 1 && modifiers.length === 1 && chosen === 1) return t('item.as-it-comes')
    const choose =
      min === max ? t('item.choose', { count: min }) : t('item.choose-between', { from: min, to: max })
    if (chosen >= min) return choose
    const counted = t('item.counted', { choose, left: t('item.left', { count: min - chosen }) })
    return t('item.required', { choose: chosen > 0 ? counted : choose })
  }
  if (modifiers.every((modifier) => modifier.quantity > 0)) return t('item.leave-off')
  if (max === 1) return t('item.optional')
  // Do not mention a limit that cannot be reached.
  if (max >= modifiers.reduce((sum, modifier) => sum + modifier.max, 0)) return t('item.any')
  return t('item.up-to', { count: max, left: t('item.left', { count: max - chosen }) })
}

interface OptionProps extends GroupProps {
  modifier: Modifier
}

function Option({ modifier, ...rest }: OptionProps) {
  const { group, place, selection, onChange } = rest
  const { t } = useTranslation()
  const picked = pickedModifier(selection, group, modifier)
  const single = isSingleChoice(group)
  const full =
    group.maxSelects > 1 &&
    countSelects(selection, group) + (picked ? modifier.increment : modifier.min) > group.maxSelects
  const away = Boolean(modifier.unavailable)
  const off = modifier.quantity > 0 && !picked && !single
  const set = (quantity: number) => onChange(withQuantity(selection, group, modifier, quantity))
  return (
    <>
      <div className={styles.row}>
        <label className={[styles.option, off && styles.off].filter(Boolean).join(' ')}>
          <input
            className={tick.tick}
            type={single ? 'radio' : 'checkbox'}
            name={place}
            checked={Boolean(picked)}
            disabled={!picked && (away || full)}
            onChange={(event) => set(event.target.checked ? modifier.min : 0)}
          />
          <span className={styles.words}>
            <b>{modifier.label}</b>
            {(away || modifier.note) && <small>{away ? t('item.sold-out') : modifier.note}</small>}
          </span>
          <Cost group={group} selection={selection} modifier={modifier} />
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
      {picked && !single && asksMore(modifier) && <NestedGroups {...rest} modifier={modifier} />}
    </>
  )
}

/** Surcharge of an option. In groups with included selections: what the option adds to the current selection; muted while that is zero. */
function Cost({ group, selection, modifier }: Pick<OptionProps, 'group' | 'selection' | 'modifier'>) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const listed = formatSurcharge(modifier.price, lang)
  if (group.included === 0 || !listed) return <span className={styles.cost}>{listed}</span>
  const minor = addedBy(selection, group, modifier)
  if (minor > 0) {
    return <span className={styles.cost}>{formatSurcharge({ ...modifier.price, minor }, lang)}</span>
  }
  const picked = pickedModifier(selection, group, modifier)
  return (
    <span className={`${styles.cost} ${styles.free}`}>
      {picked ? t('item.included') : t('item.then', { price: listed })}
    </span>
  )
}

/** Nested groups of an option. Collapsed to a summary while complete; expanded it shows its parents and ends with a link back. */
function NestedGroups({ group, modifier, place, selection, onChange, missing, way }: OptionProps) {
  const { t } = useTranslation()
  const words = useModifierText()
  const summary = useRef<HTMLElement>(null)
  const inner = modifier.groups ?? []
  const inside = pickedModifier(selection, group, modifier)?.inside ?? {}
  const [open, setOpen] = useState(() => unmetGroups(inner, inside).length > 0)
  const fullPath = [...way, group.label, modifier.label]
  const summed = describeChoices(inner, inside)
    .map(({ question, ...choice }) =>
      question ? t('item.answer', { question, choice: words([choice]) }) : words([choice]),
    )
    .join(', ')
  return (
    <details
      className={styles.inside}
      open={open}
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary ref={summary}>
        <span className={styles.path}>{fullPath.join(' › ')}</span>
        <span className={styles.summary}>{summed || t('item.as-it-comes')}</span>
        <span className={styles.change}>{t(open ? 'item.fold' : 'item.change')}</span>
      </summary>
      <ModifierGroups
        groups={inner}
        selection={inside}
        onChange={(next) => onChange(withInside(selection, group, modifier, next))}
        missing={missing}
        outer={`${place}/${modifier.id}`}
        way={fullPath}
      />
      <button
        type="button"
        className={styles.back}
        onClick={() => {
          setOpen(false)
          summary.current?.focus()
          summary.current?.scrollIntoView({ block: 'nearest' })
        }}
      >
        {t('item.done', { what: modifier.label })}
      </button>
    </details>
  )
}
