import { anyBurger } from './burgers'
import { Dish } from './Dish'
import { Stack } from './Stack'
import { placeLayers } from './stack'

const burger = placeLayers(anyBurger)
const gone = new Set(burger.map(({ key }) => key))

/** The shadow of food that is not there: of the drawing of this name, else of a burger. It is as wide as its place. */
export function MissingFood({ picture }: { picture?: string }) {
  return picture ? <Dish picture={picture} shadow /> : <Stack layers={burger} missing={gone} />
}
