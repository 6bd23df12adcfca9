import { anyBurger } from './burgers'
import { Dish } from './Dish'
import { Stack } from './Stack'
import { placeLayers } from './stack'

const burger = placeLayers(anyBurger)
const allLayers = new Set(burger.map(({ key }) => key))

/** Silhouette of a drawing, or of a burger without a name. It fills the width. */
export function MissingFood({ picture }: { picture?: string }) {
  return picture ? <Dish picture={picture} shadow /> : <Stack layers={burger} missing={allLayers} />
}
