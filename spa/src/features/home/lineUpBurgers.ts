import { lineUp as ofTheBrand } from '#brand/lineUp'
import { burgers } from '../../food/burgers'
import { type PlacedLayer, placeLayers } from '../../food/stack'
import type { DishChoice, Paths } from '../../market/paths'

interface LineUpBurger<Key> {
  /** Slug of the menu item. */
  slug: string
  /** Translation keys of its name and description. */
  name: Key
  line: Key
  /** Layers from bottom to top; defaults to those of the burger with this slug. */
  layers?: readonly string[]
}

/** Returns a line-up burger with its layers positioned. */
export const withPlacedLayers = <Key extends string>({ slug, name, line, layers }: LineUpBurger<Key>) => ({
  slug,
  name,
  line,
  layers: placeLayers(layers ?? burgers[slug] ?? []),
})

/** The brand's four burgers of the line-up. A test checks them against the menu. */
export const lineUp = ofTheBrand.map((burger) => withPlacedLayers(burger))

/** Menu section of the line-up. */
export const lineUpSection = 'burgers'

/** Returns the path of a burger at the cart's location, or of the location search for it. Layers are named as in DishChoice. */
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

/** Returns the burger with the most similar layers: most in common, then fewest others. */
export function mostSimilar(layers: readonly PlacedLayer[], among = lineUp): string | undefined {
  const layerKeys = new Set(layers.map(({ layer }) => layer))
  const likeness = (other: readonly PlacedLayer[]) =>
    other.reduce((sum, { layer }) => sum + (layerKeys.has(layer) ? 1 : -1), 0)
  return among.toSorted((a, b) => likeness(b.layers) - likeness(a.layers))[0]?.slug
}
