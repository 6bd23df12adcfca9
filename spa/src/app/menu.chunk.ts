/** To choose what to eat: see locations.chunk.ts. */
import '../ui/overlay/tooltips'

export { ItemPage } from '../features/item/ItemPage'
export { MenuPage } from '../features/menu/MenuPage'
