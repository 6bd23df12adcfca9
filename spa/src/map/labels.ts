import type { Size } from './useElementSize'
import { place, type Spot, type View } from './view'

/** Pixels. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Label extends Spot {
  name: string
  /** 1 is a major city on this map. */
  rank: 1 | 2
  /** Moved from its position, which another mark shows: no dot. */
  lower: boolean
}

type Town = readonly [name: string, x: number, y: number, size: number]

const lineHeight = 18
const letterWidth = 7.6
const maxLabels = 14

/**
 * Returns town labels for a view of this size in pixels: larger towns first, without overlaps with each other or with the taken boxes.
 * A label with a taken position is tried slightly lower. textScale is 2 at double text size.
 */
export function labels(
  towns: readonly Town[],
  view: View,
  size: Size,
  taken: readonly Box[],
  textScale = 1,
): Label[] {
  const occupied = [...taken]
  const found: Label[] = []
  for (const [name, x, y, areas] of [...towns].sort((a, b) => b[3] - a[3])) {
    const spot = place(view, [x, y])
    const half = (name.length * letterWidth * textScale) / 2
    for (const lower of [0, lineHeight * textScale]) {
      const at = { left: spot.left, top: spot.top + lower / size.height }
      // The name is below the town's dot.
      const box = boxAround(at, size, half, 6, lineHeight * textScale)
      const inside = box.left > 4 && box.top > 4 && box.right < size.width - 4 && box.bottom < size.height - 4
      if (!inside || occupied.some((other) => overlap(other, box))) continue
      occupied.push(box)
      found.push({ name, ...at, rank: areas >= 8 ? 1 : 2, lower: lower > 0 })
      break
    }
    if (found.length === maxLabels) break
  }
  return found
}

/** Returns the box of a distance label. */
export function distanceBox(at: Spot, size: Size): Box {
  return boxAround(at, size, 24, 10, 10)
}

/** Returns a box around the spot with these margins in pixels. */
export function boxAround(at: Spot, size: Size, aside: number, above: number, below: number): Box {
  const [x, y] = [at.left * size.width, at.top * size.height]
  return { left: x - aside, right: x + aside, top: y - above, bottom: y + below }
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
