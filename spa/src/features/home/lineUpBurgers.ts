import { lineUp as ofTheBrand } from '#brand/lineUp'
import { burgers } from '../../food/burgers'
import { type PlacedLayer, placeLayers } from '../../food/stack'
import type { DishChoice, Paths } from '../../market/paths'

interface LineUpBurger<Key> {
  /** Of the item on the menu. */
  slug: string
  /** The keys of its name and of what is said of it. */
  name: Key
  line: Key
  /** Bottom first; without them those of the burger of that slug. */
  layers?: readonly string[]
}

/** A burger of the line-up with its layers in place. */
export const withPlacedLayers = <Key extends string>({ slug, name, line, layers }: LineUpBurger<Key>) => ({
  slug,
  name,
  line,
  layers: placeLayers(layers ?? burgers[slug] ?? []),
})

/** The four of the line-up: the brand's, as its menu has them (a test holds them against it). */
export const lineUp = ofTheBrand.map((burger) => withPlacedLayers(burger))

/** The section of the menu that they stand in. */
export const lineUpSection = 'burgers'

/** One of them at the restaurant of the cart, else where a restaurant for it is chosen; layers are named as in a Wish. */
export function lineUpDishPath(
  paths: Paths,
  locationSlug: string | undefined,
  slug: string,
  layers: Pick<DishChoice, 'with' | 'without'> = {},
) {
  return locationSlug
    ? paths.item(locationSlug, lineUpSection, slug, layers)
    : paths.startOrder({ dish: `${lineUpSection}/${slug}`, ...layers })
}

/** The one whose layers are most like these: most in common, least beside. */
export function mostSimilar(layers: readonly PlacedLayer[], among = lineUp): string | undefined {
  const wanted = new Set(layers.map(({ layer }) => layer))
  const likeness = (other: readonly PlacedLayer[]) =>
    other.reduce((sum, { layer }) => sum + (wanted.has(layer) ? 1 : -1), 0)
  return among.toSorted((a, b) => likeness(b.layers) - likeness(a.layers))[0]?.slug
}
