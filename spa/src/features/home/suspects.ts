import { suspects as ofTheBrand } from '#brand/suspects'
import { burgers } from '../../food/burgers'
import { pile } from '../../food/stack'

interface Suspect<Key> {
  /** Of the item on the menu. */
  slug: string
  /** The keys of its name and of what is said of it. */
  name: Key
  line: Key
  /** Bottom first; without them those of the burger of that slug. */
  layers?: readonly string[]
}

/** A burger of the line-up with its layers in place. */
export const lined = <Key extends string>({ slug, name, line, layers }: Suspect<Key>) => ({
  slug,
  name,
  line,
  layers: pile(layers ?? burgers[slug] ?? []),
})

/** The four of the line-up: the brand's, as its menu has them (a test holds them against it). */
export const suspects = ofTheBrand.map((suspect) => lined(suspect))

/** The section of the menu that they stand in. */
export const suspectsSection = 'burgers'
