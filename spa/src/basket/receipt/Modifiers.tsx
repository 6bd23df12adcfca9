import { useModifierText } from '../../ui/text/useModifierText'
import styles from './Modifiers.module.css'

interface Modifier {
  label: string
  quantity: number
  /** 0 for a choice of the item, 1 for a choice of that choice. */
  depth: number
}

interface Part {
  modifier: Modifier
  inside: Modifier[]
}

/** What a line is made of: the changes of a dish in a row, the parts of a combo below each other with their own inside. */
export function Modifiers({ list }: { list: readonly Modifier[] }) {
  const words = useModifierText()
  const parts = partsOf(list)
  if (parts.every(({ inside }) => inside.length === 0)) return words(list)
  return (
    <ul className={styles.parts}>
      {parts.map(({ modifier, inside }, at) => (
        // The same answer may stand in two places.
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

/** Each outermost choice with those inside it: they follow it. */
function partsOf(list: readonly Modifier[]): Part[] {
  const outermost = Math.min(...list.map(({ depth }) => depth))
  const parts: Part[] = []
  for (const modifier of list) {
    if (modifier.depth === outermost) parts.push({ modifier, inside: [] })
    else parts.at(-1)?.inside.push(modifier)
  }
  return parts
}
