/** Pages for choosing dishes. For the reason of one chunk see locations.chunk.ts. */
import '../ui/overlay/tooltips'

export { ItemPage } from '../features/item/ItemPage'
export { MenuPage } from '../features/menu/MenuPage'
