import { suspects as ofTheBrand } from '#brand/suspects'
import { pile } from '../../food/stack'

/** The four of the line-up: the brand's, as its menu has them (a test holds them against it). */
export const suspects = ofTheBrand.map((suspect) => ({ ...suspect, layers: pile(suspect.layers) }))

/** The section of the menu that they stand in. */
export const suspectsSection = 'burgers'
