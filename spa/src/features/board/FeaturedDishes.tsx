import { anyBurger } from '../../food/burgers'
import { Dish } from '../../food/Dish'
import { placeLayers } from '../../food/stack'
import styles from './FeaturedDishes.module.css'

const burger = placeLayers(anyBurger)

/** What stands on the counter under the board, the most wanted in the middle of a phone. */
export function FeaturedDishes() {
  return (
    <div className={styles.counter} data-ground="stage" aria-hidden="true">
      <div className={styles.row}>
        <Dish picture="dishes/pit-fries" />
        <Dish picture="dishes/half-rack" />
        <Dish layers={burger} className={styles.big} />
        <Dish picture="dishes/onion-rings" />
        <Dish picture="dishes/chocolate-shake" />
        <Dish picture="dishes/cherry-pie" />
      </div>
    </div>
  )
}
