import type { ReactNode } from 'react'
import { Dish } from '../../food/Dish'
import { Stack } from '../../food/Stack'
import type { PlacedLayer } from '../../food/stack'
import styles from './DrawnList.module.css'

/** Rows of food, each drawn beside its words. */
export function DrawnList({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>
}

interface DrawnRowProps {
  /** What is drawn: the layers of each burger, and the drawings of other dishes by name. */
  food: readonly (readonly PlacedLayer[] | string)[]
  children: ReactNode
}

export function DrawnRow({ food, children }: DrawnRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.food} aria-hidden="true">
        {food.map((one, at) =>
          typeof one === 'string' ? (
            <Dish key={one} className={styles.dish} picture={one} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two burgers may be built alike, and the list never changes its order
            <Stack key={at} layers={one} />
          ),
        )}
      </div>
      <div className={styles.words}>{children}</div>
    </li>
  )
}

/** When, where and for how much. */
export function DrawnFacts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>
}
