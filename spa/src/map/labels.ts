import { place, type View } from './view'

interface Label {
  name: string
  left: number
  top: number
  /** 1 is a city that matters on this map. */
  rank: 1 | 2
  /** Moved away from its place, which something else marks: it shows no dot. */
  lower: boolean
}

/** What a label keeps off, in pixels. */
export interface Taken {
  left: number
  top: number
  right: number
  bottom: number
}

type Town = readonly [name: string, x: number, y: number, size: number]

const lineHeight = 18
const perLetter = 7.6
const most = 14

/**
 * The names of the towns on a view of that many pixels: bigger ones first, and none over another or over what is taken. A name
 * whose place is taken stands a little lower. textScale is 2 where text has twice its usual size.
 */
export function labels(
  towns: readonly Town[],
  view: View,
  size: { width: number; height: number },
  taken: readonly Taken[],
  textScale = 1,
): Label[] {
  const full = [...taken]
  const found: Label[] = []
  for (const [name, x, y, areas] of [...towns].sort((a, b) => b[3] - a[3])) {
    const { left, top } = place(view, [x, y])
    const boxAt = (lower: number) => boxOf(name, left * size.width, top * size.height + lower, textScale)
    const fitting = [0, lineHeight * textScale].find((lower) => {
      const box = boxAt(lower)
      const inside = box.left > 4 && box.top > 4 && box.right < size.width - 4 && box.bottom < size.height - 4
      return inside && !full.some((other) => overlap(other, box))
    })
    if (fitting === undefined) continue
    full.push(boxAt(fitting))
    found.push({
      name,
      left,
      top: top + fitting / size.height,
      rank: areas >= 8 ? 1 : 2,
      lower: fitting > 0,
    })
    if (found.length === most) break
  }
  return found
}

/** A town's name hangs below its dot. */
function boxOf(name: string, x: number, y: number, textScale: number): Taken {
  const half = (name.length * perLetter * textScale) / 2
  return {
    left: x - half,
    right: x + half,
    top: y - 6,
    bottom: y + lineHeight * textScale,
  }
}

export function overlap(a: Taken, b: Taken): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
