import { place, type View } from './view'

export interface Label {
  name: string
  left: number
  top: number
  /** 1 is a city that matters on this map. */
  rank: 1 | 2
}

interface Rectangle {
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
 * The names of the towns on a view of that many pixels: bigger ones first, and none over another or over what is taken. What is
 * taken, and the labels, are parts of the view's width and height.
 */
export function labels(
  towns: readonly Town[],
  view: View,
  size: { width: number; height: number },
  taken: readonly { left: number; top: number }[],
): Label[] {
  const full: Rectangle[] = taken.map(({ left, top }) => pin(left * size.width, top * size.height))
  const found: Label[] = []
  for (const [name, x, y, areas] of [...towns].sort((a, b) => b[3] - a[3])) {
    const at = place(view, [x, y])
    const box = around(at.left * size.width, at.top * size.height, name)
    if (box.left < 4 || box.top < 4 || box.right > size.width - 4 || box.bottom > size.height - 4) continue
    if (full.some((other) => overlap(other, box))) continue
    full.push(box)
    found.push({ name, ...at, rank: areas >= 8 ? 1 : 2 })
    if (found.length === most) break
  }
  return found
}

/** A town's name hangs below its dot. */
function around(x: number, y: number, name: string): Rectangle {
  const half = (name.length * perLetter) / 2
  return { left: x - half, right: x + half, top: y - 6, bottom: y + lineHeight }
}

function pin(x: number, y: number): Rectangle {
  return { left: x - 18, right: x + 18, top: y - 42, bottom: y + 4 }
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
