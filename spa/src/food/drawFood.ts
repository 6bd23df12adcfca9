import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { burgers } from './burgers.ts'
import { layerSizes, placeLayers, unitsTall } from './stack.ts'

const here = import.meta.dirname

/** A drawing as it lies in a file: its size in its own units, and the shapes inside of it. */
interface Drawing {
  width: number
  height: number
  body: string
}

/** Reads a drawing, an svg whose viewBox starts at 0 0; it throws for a file that is none. */
export function readDrawing(file: string): Drawing {
  const drawn = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)<\/svg>\s*$/s.exec(readFileSync(file, 'utf8'))
  if (!drawn) throw new Error(`${file}: not a drawing`)
  return { width: Number(drawn[1]), height: Number(drawn[2]), body: drawn[3]! }
}

/** The drawing of a name as content gives it: "dishes/pit-fries", or "burgers/the-big-deal", which is a pile of layers. */
export function drawFood(food: string): Drawing {
  const [folder, name = ''] = food.split('/')
  if (folder === 'burgers') return drawBurger(burgers[name] ?? [])
  const dishes = join(here, 'dishes')
  const file = readdirSync(dishes)
    .map((sheet) => join(dishes, sheet, `${name}.svg`))
    .find((path) => existsSync(path))
  if (!file) throw new Error(`${food}: no such drawing`)
  return readDrawing(file)
}

/** A burger: each layer stands on those before it, and hangs below its place by its drop. */
export function drawBurger(layers: readonly string[]): Drawing {
  const placed = placeLayers(layers)
  const top = 12 // the crown is taller than its rise
  const height = unitsTall(placed) + top
  let foot = height
  const body = placed.map(({ layer }) => {
    const { h, rise, drop } = layerSizes[layer]
    const y = foot + drop - h
    foot -= rise
    return `<g transform="translate(0 ${y})">${readDrawing(join(here, 'ingredients', `${layer}.svg`)).body}</g>`
  })
  return { width: 480, height, body: body.join('') }
}
