import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { burgers } from './burgers.ts'
import { heightInUnits, layerSizes, placeLayers } from './stack.ts'

const foodFolder = import.meta.dirname

/** A parsed SVG file: its size in its own units, and its content. */
interface Drawing {
  width: number
  height: number
  body: string
}

/** Parses an SVG file with a viewBox that starts at 0 0. Throws for other files. */
export function readDrawing(file: string): Drawing {
  const match = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)<\/svg>\s*$/s.exec(readFileSync(file, 'utf8'))
  if (!match) throw new Error(`${file}: not a drawing`)
  return { width: Number(match[1]), height: Number(match[2]), body: match[3]! }
}

/** Returns the drawing for a name in the content: "dishes/pit-fries", or "burgers/the-big-deal", which is composed of layers. */
export function drawFood(food: string): Drawing {
  const [folder, name = ''] = food.split('/')
  if (folder === 'burgers') return drawBurger(burgers[name] ?? [])
  const dishes = join(foodFolder, 'dishes')
  const file = readdirSync(dishes)
    .map((sheet) => join(dishes, sheet, `${name}.svg`))
    .find((path) => existsSync(path))
  if (!file) throw new Error(`${food}: no such drawing`)
  return readDrawing(file)
}

/** Composes a burger: each layer is placed on the previous ones and extends below its position by its drop. */
export function drawBurger(layers: readonly string[]): Drawing {
  const placed = placeLayers(layers)
  const top = 12 // the crown is taller than its rise
  const height = heightInUnits(placed) + top
  let foot = height
  const body = placed.map(({ layer }) => {
    const { h, rise, drop } = layerSizes[layer]
    const y = foot + drop - h
    foot -= rise
    return `<g transform="translate(0 ${y})">${readDrawing(join(foodFolder, 'ingredients', `${layer}.svg`)).body}</g>`
  })
  return { width: 480, height, body: body.join('') }
}
