import { Dish } from '../../food/Dish'
import { Stack } from '../../food/Stack'
import { placeLayers } from '../../food/stack'
import styles from './FoodRow.module.css'

interface FoodRowProps {
  lines: readonly { lineId: string; picture?: string; stack?: string[] }[]
  /** Class for the layout in the page. */
  className?: string
}

/** Maximum number of dishes shown. */
const maxDishes = 3

/** Drawings of the ordered food below the order's ticket. */
export function FoodRow({ lines, className }: FoodRowProps) {
  const drawnLines = lines.filter((line) => line.stack || line.picture)
  // Burgers first.
  drawnLines.sort((a, b) => Number(Boolean(b.stack)) - Number(Boolean(a.stack)))
  return (
    <div className={[styles.pass, className].filter(Boolean).join(' ')} aria-hidden="true">
      {drawnLines.slice(0, maxDishes).map(({ lineId, stack, picture }) =>
        stack ? (
          <div key={lineId} className={styles.food}>
            <Stack layers={placeLayers(stack)} />
          </div>
        ) : (
          <Dish key={lineId} className={`${styles.food} ${styles.dish}`} picture={picture} />
        ),
      )}
    </div>
  )
}
