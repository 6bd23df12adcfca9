import { Dish } from '../../food/Dish'
import { Stack } from '../../food/Stack'
import { placeLayers } from '../../food/stack'
import styles from './FoodRow.module.css'

interface FoodRowProps {
  lines: readonly { lineId: string; picture?: string; stack?: string[] }[]
  /** Places it in the page. */
  className?: string
}

/** As many as stand beside each other. */
const most = 3

/** The food itself, waiting on the pass: the foot of the wall that an order's ticket hangs on. */
export function FoodRow({ lines, className }: FoodRowProps) {
  const shown = lines.filter((line) => line.stack || line.picture)
  // A pile is what one comes for; it stands first.
  shown.sort((a, b) => Number(Boolean(b.stack)) - Number(Boolean(a.stack)))
  return (
    <div className={[styles.pass, className].filter(Boolean).join(' ')} aria-hidden="true">
      {shown.slice(0, most).map(({ lineId, stack, picture }) =>
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
