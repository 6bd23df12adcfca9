import { colourOf, withBrandColours } from '../brand/colours.ts'
import { drawFood } from '../food/drawFood.ts'

/** Style tokens of the backgrounds: colour, rays, counter line and counter front. */
const grounds = {
  stage: { behind: 'stage', rays: 'ray', shelf: 'shelf', front: 'red' },
  red: { behind: 'red', rays: undefined, shelf: 'char', front: 'yellow' },
  pit: { behind: 'pit', rays: undefined, shelf: 'red', front: 'patty' },
} as const
type Ground = keyof typeof grounds

export interface Scene {
  /** Path below /pictures; its extension is the format of the master. */
  path: string
  width: number
  height: number
  /** Background; absent for cut-out food. */
  ground?: Ground
  /** Drawings by their names in content, from left to right, with their shares of the width. Wider food is in front. */
  food: Readonly<Record<string, number>>
}

/** Places food in a row, no taller than the space above the counter. If the row is too wide, the items overlap. */
function layOutFood(food: Scene['food'], width: number, maxHeight: number) {
  const all = Object.entries(food).map(([name, share]) => {
    const drawn = drawFood(name)
    const scale = Math.min((share * width) / drawn.width, maxHeight / drawn.height)
    return { drawn, scale, wide: drawn.width * scale }
  })
  const sum = all.reduce((total, { wide }) => total + wide, 0)
  const gap = Math.min(width * 0.03, (width * 0.97 - sum) / Math.max(1, all.length - 1))
  let x = (width - sum - gap * (all.length - 1)) / 2
  return all.map(({ drawn, scale, wide }) => {
    const at = x
    x += wide + gap
    return { drawn, scale, wide, x: at }
  })
}

const round = (value: number) => Number(value.toFixed(2))

/** Composes a scene as an SVG document: food on the counter in front of the brand's colours, or cut out without background. */
export function composeScene(
  { width, height, ground, food }: Scene,
  colours: ReadonlyMap<string, string>,
): string {
  const counterTop = ground ? round(height * 0.86) : height
  const blocks = ground ? drawBackground(ground, colours, width, height, counterTop) : ''
  const dishes = layOutFood(food, width, ground ? counterTop * 0.88 : counterTop)
    .toSorted((a, b) => a.wide - b.wide)
    .map(
      ({ drawn, scale, x }) =>
        `<g transform="translate(${round(x)} ${round(counterTop - drawn.height * scale)}) scale(${scale.toFixed(4)})">${withBrandColours(drawn.body, colours)}</g>`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${blocks}${dishes.join('')}</svg>`
}

/** Draws the background and the counter, with its edge at `counterTop`. */
function drawBackground(
  ground: Ground,
  colours: ReadonlyMap<string, string>,
  width: number,
  height: number,
  counterTop: number,
): string {
  const colour = (role: string) => colourOf(colours, role)
  const { behind, rays, shelf, front } = grounds[ground]
  const blocks = [
    `<path fill="${colour(behind)}" d="M0 0h${width}v${height}H0z"/>`,
    rays ? `<path fill="${colour(rays)}" d="${rayPath(width / 2, counterTop, width)}"/>` : '',
    `<path fill="${colour(front)}" d="M0 ${counterTop}h${width}v${height - counterTop}H0z"/>`,
    `<path fill="${colour(shelf)}" d="M0 ${counterTop}h${width}v${round(height * 0.022)}H0z"/>`,
  ]
  return blocks.join('')
}

/** Draws rays upwards from a point, beyond all edges. */
function rayPath(x: number, y: number, reach: number): string {
  const rays = 11
  const step = Math.PI / rays
  const at = (angle: number) => `${round(x - Math.cos(angle) * reach)} ${round(y - Math.sin(angle) * reach)}`
  return Array.from({ length: rays }, (_, i) => i)
    .filter((i) => i % 2 === 0)
    .map((i) => `M${x} ${y}L${at(i * step)}L${at((i + 1) * step)}z`)
    .join('')
}
