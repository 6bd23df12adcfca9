import type { OrderModifier } from '../../api/generated'
import { useModifierText } from '../../ui/text/useModifierText'
import styles from './Modifiers.module.css'

interface Part {
  modifier: OrderModifier
  inside: OrderModifier[]
}

/** Modifiers of a line: changes of a dish in one row, parts of a combo in separate rows with their own options. */
export function Modifiers({ list }: { list: readonly OrderModifier[] }) {
  const words = useModifierText()
  const parts = partsOf(list)
  if (parts.every(({ inside }) => inside.length === 0)) return words(list)
  return (
    <ul className={styles.parts}>
      {parts.map(({ modifier, inside }, at) => (
        // The same modifier may occur twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at}>
          {words([modifier])}
          {inside.length > 0 && (
            <div className={styles.parts}>
              <Modifiers list={inside} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Groups each outermost option with its nested ones, which follow it. */
function partsOf(list: readonly OrderModifier[]): Part[] {
  const outermost = Math.min(...list.map(({ depth }) => depth))
  const parts: Part[] = []
  for (const modifier of list) {
    if (modifier.depth === outermost) parts.push({ modifier, inside: [] })
    else parts.at(-1)?.inside.push(modifier)
  }
  return parts
}
