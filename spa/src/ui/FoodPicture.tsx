import { Dish } from '../food/Dish'
import { Stack } from '../food/Stack'
import styles from './FoodPicture.module.css'

interface Layer {
  layer: string
  /** The modifier that brings it; without one it is always there. */
  by?: string
}

interface Pictured {
  picture?: string
  stack?: readonly Layer[]
  defaultChoices: readonly string[]
}

/** The layers on show, bottom first: a layer that a modifier brings is there as often as the modifier is chosen. */
export function layersOf(stack: readonly Layer[], times: (modifier: string) => number): string[] {
  return stack.flatMap(({ layer, by }) => Array<string>(by ? times(by) : 1).fill(layer))
}

/** The name of a drawing without its folder. */
export function dishName(picture: string): string {
  return picture.replace(/^dishes\//, '')
}

/** A dish as it comes, standing on the counter. Decoration: its name is always beside it. */
export function FoodPicture({ item, className }: { item: Pictured; className?: string }) {
  return (
    <div className={[styles.picture, className].filter(Boolean).join(' ')}>
      {item.stack ? (
        <div className={styles.stack}>
          <Stack layers={layersOf(item.stack, (m) => (item.defaultChoices.includes(m) ? 1 : 0))} />
        </div>
      ) : (
        item.picture && (
          <div className={styles.dish}>
            <Dish name={dishName(item.picture)} />
          </div>
        )
      )}
    </div>
  )
}
