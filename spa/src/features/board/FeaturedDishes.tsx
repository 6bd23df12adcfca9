import { anyBurger } from '../../food/burgers'
import { Dish } from '../../food/Dish'
import { placeLayers } from '../../food/stack'
import styles from './FeaturedDishes.module.css'

const burger = placeLayers(anyBurger)

/** Dishes on the counter under the board. The most popular one is in the middle on phones. */
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
