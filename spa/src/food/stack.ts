import layers from './stack.json' with { type: 'json' }

export type LayerName = keyof typeof layers

/** A layer in its place. The key stays with it while layers come and go around it. */
export interface PlacedLayer {
  layer: LayerName
  key: string
}

/** Sizes in units of the drawings, which are 480 wide: how much taller the pile gets, and how far the picture hangs below. */
export const layerSizes: Readonly<Record<LayerName, { h: number; rise: number; drop: number }>> = layers

const unitsPerInch = 62

/** A store may know a drawing that this build of the site does not have yet. */
function isLayer(name: string): name is LayerName {
  return name in layers
}

/**
 * The layers of an item as chosen, bottom to top: those without `by` always, the others once for each time their modifier is
 * chosen (name a modifier twice for two).
 */
export function stackOf(
  stack: ReadonlyArray<{ layer: string; by?: string }>,
  chosen: Iterable<string>,
): PlacedLayer[] {
  const times = new Map<string, number>()
  for (const id of chosen) times.set(id, (times.get(id) ?? 0) + 1)
  return stack.flatMap(({ layer, by }, row) => {
    if (!isLayer(layer)) return []
    const count = by === undefined ? 1 : (times.get(by) ?? 0)
    return Array.from({ length: count }, (_, copy) => ({ layer, key: `${row}.${copy}` }))
  })
}

/** The layers of a line of the basket or of an order, which knows them already. */
export function placeLayers(names: readonly string[]): PlacedLayer[] {
  return names.flatMap((layer, row) => (isLayer(layer) ? [{ layer, key: `${row}` }] : []))
}

/** The height of a pile in units of the drawings. */
export function unitsTall(stack: readonly PlacedLayer[]): number {
  return stack.reduce((sum, { layer }) => sum + layerSizes[layer].rise, 0)
}

/** The height of a pile in inches, to the quarter. */
export function inchesTall(stack: readonly PlacedLayer[]): number {
  return Math.round((unitsTall(stack) / unitsPerInch) * 4) / 4
}
