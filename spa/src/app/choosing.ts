/** To choose what to eat: see finding.ts. */
import '../ui/tooltips'

export { ItemPage } from '../features/item/ItemPage'
export { MenuPage } from '../features/menu/MenuPage'
