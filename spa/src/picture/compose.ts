import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { burgers } from '../food/burgers.ts'
import { pile, sizes, unitsTall } from '../food/stack.ts'
import type { Scene, Standing } from './scenes.ts'

const src = join(import.meta.dirname, '..')

/** What is behind food, as the style sheets have it: a colour, that of the rays on it, of the counter line and of the counter's front. */
const grounds = {
  stage: { behind: '--stage', rays: '--ray', shelf: '--shelf', front: '--red' },
  red: { behind: '--red', rays: undefined, shelf: '--char', front: '--yellow' },
  pit: { behind: '--pit', rays: undefined, shelf: '--red', front: '--patty' },
} as const
export type Ground = keyof typeof grounds

/** The colours of a brand in the light, by the names of its style sheet. */
export function coloursOf(folderPath: string): ReadonlyMap<string, string> {
  const sheet = readFileSync(join(src, 'brand', folderPath, 'colours.css'), 'utf8')
  const light = sheet.slice(0, sheet.indexOf('@media'))
  return new Map([...light.matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)].map((m) => [m[1]!, m[2]!]))
}

interface Drawing {
  width: number
  height: number
  body: string
}

function read(file: string): Drawing {
  const drawn = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)<\/svg>\s*$/s.exec(readFileSync(file, 'utf8'))
  if (!drawn) throw new Error(`${file}: not a drawing`)
  return { width: Number(drawn[1]), height: Number(drawn[2]), body: drawn[3]! }
}

/** The drawing of a name as content gives it: "dishes/pit-fries", or "burgers/the-big-deal", which is a pile of layers. */
function drawing(food: string): Drawing {
  const [folder, name = ''] = food.split('/')
  if (folder === 'burgers') return burger(burgers[name] ?? [])
  const dishes = join(src, 'food/dishes')
  const file = readdirSync(dishes)
    .map((sheet) => join(dishes, sheet, `${name}.svg`))
    .find((path) => existsSync(path))
  if (!file) throw new Error(`${food}: no such drawing`)
  return read(file)
}

/** Each layer stands on those before it, and hangs below its place by its drop. */
function burger(layers: readonly string[]): Drawing {
  const placed = pile(layers)
  const top = 12 // the crown is taller than its rise
  const height = unitsTall(placed) + top
  let foot = height
  const body = placed.map(({ layer }) => {
    const { h, rise, drop } = sizes[layer]
    const y = foot + drop - h
    foot -= rise
    return `<g transform="translate(0 ${y})">${read(join(src, 'food/ingredients', `${layer}.svg`)).body}</g>`
  })
  return { width: 480, height, body: body.join('') }
}

/** Food in a row, no taller than the room above the counter; what is too much for the width stands closer, one before the other. */
function placed(food: readonly Standing[], width: number, room: number) {
  const all = food.map(({ food: name, share }) => {
    const drawn = drawing(name)
    const scale = Math.min((share * width) / drawn.width, room / drawn.height)
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

/** How tall a drawing is, its width being 1. */
export function tallOf(food: string): number {
  const { width, height } = drawing(food)
  return height / width
}

const n = (value: number) => Number(value.toFixed(2))

/** A scene as an SVG document: food that stands on the counter before flat blocks of the brand's colours, or on the edge before nothing. */
export function compose(
  { width, height, ground, food }: Scene,
  colours: ReadonlyMap<string, string>,
): string {
  const foot = ground ? n(height * 0.86) : height
  const blocks = ground ? behindFood(ground, colours, width, height, foot) : ''
  const dishes = placed(food, width, ground ? foot * 0.88 : foot)
    .toSorted((a, b) => a.wide - b.wide)
    .map(
      ({ drawn, scale, x }) =>
        `<g transform="translate(${n(x)} ${n(foot - drawn.height * scale)}) scale(${scale.toFixed(4)})">${drawn.body}</g>`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${blocks}${dishes.join('')}</svg>`
}

/** What is behind food, and the counter that it stands on, whose edge is at `foot`. */
function behindFood(
  ground: Ground,
  colours: ReadonlyMap<string, string>,
  width: number,
  height: number,
  foot: number,
): string {
  const of = (name: string) => {
    const colour = colours.get(name)
    if (!colour) throw new Error(`the brand has no ${name}`)
    return colour
  }
  const { behind, rays, shelf, front } = grounds[ground]
  const blocks = [
    `<path fill="${of(behind)}" d="M0 0h${width}v${height}H0z"/>`,
    rays ? `<path fill="${of(rays)}" d="${sun(width / 2, foot, width)}"/>` : '',
    `<path fill="${of(front)}" d="M0 ${foot}h${width}v${height - foot}H0z"/>`,
    `<path fill="${of(shelf)}" d="M0 ${foot}h${width}v${n(height * 0.022)}H0z"/>`,
  ]
  return blocks.join('')
}

/** Rays that go up from a point, beyond every edge. */
function sun(x: number, y: number, reach: number): string {
  const rays = 11
  const step = Math.PI / rays
  const at = (angle: number) => `${n(x - Math.cos(angle) * reach)} ${n(y - Math.sin(angle) * reach)}`
  return Array.from({ length: rays }, (_, i) => i)
    .filter((i) => i % 2 === 0)
    .map((i) => `M${x} ${y}L${at(i * step)}L${at((i + 1) * step)}z`)
    .join('')
}
