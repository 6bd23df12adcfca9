import layers from './stack.json' with { type: 'json' }

export type LayerName = keyof typeof layers

/** A layer with a key that is stable while others are added or removed. */
export interface PlacedLayer {
  layer: LayerName
  key: string
}

/** Layer sizes in drawing units (width 480): the height that a layer adds, and how far its picture extends below. */
export const layerSizes: Readonly<Record<LayerName, { h: number; rise: number; drop: number }>> = layers

const unitsPerInch = 62

/** The server may know a drawing that this build does not contain. */
function isLayer(name: string): name is LayerName {
  return name in layers
}

/**
 * Returns the layers of an item with the selected options, bottom to top: those without `by` always, the others once per unit of their
 * modifier (repeat a modifier for two).
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

/** Returns the layers of a basket or order line, which lists them already. */
export function placeLayers(names: readonly string[]): PlacedLayer[] {
  return names.flatMap((layer, row) => (isLayer(layer) ? [{ layer, key: `${row}` }] : []))
}

/** Returns the height of a stack in drawing units. */
export function heightInUnits(stack: readonly PlacedLayer[]): number {
  return stack.reduce((sum, { layer }) => sum + layerSizes[layer].rise, 0)
}

/** Returns the height of a stack in inches, rounded to a quarter. */
export function heightInInches(stack: readonly PlacedLayer[]): number {
  return Math.round((heightInUnits(stack) / unitsPerInch) * 4) / 4
}
