import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { regions } from 'virtual:geography'
import { expect, test } from 'vitest'
import { project, unitsPerMeter, type XY } from './mercator'

const seed = readFileSync(join(import.meta.dirname, '../../../infra/seed/locations.csv'), 'utf8')

const parsed = new Map<string, XY[][]>()

/** Parses a path of relative steps into rings of points. */
function shapes(path: string): XY[][] {
  const cached = parsed.get(path)
  if (cached) return cached
  const rings = path
    .split('M')
    .slice(1)
    .map((shape) => {
      const [x, y, ...steps] = shape.match(/-?\d+/g)!.map(Number)
      const corners: XY[] = [[x!, y!]]
      for (let i = 0; i < steps.length; i += 2) {
        const [lastX, lastY] = corners.at(-1)!
        corners.push([lastX + steps[i]!, lastY + steps[i + 1]!])
      }
      return corners
    })
  parsed.set(path, rings)
  return rings
}

function inside([x, y]: XY, path: string): boolean {
  let isInside = false
  for (const corners of shapes(path))
    corners.forEach(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length]!
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
    })
  return isInside
}

/** Returns the approximate distance from a point to the outline in meters. */
function metersFrom([x, y]: XY, path: string, latitude: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const corners of shapes(path))
    corners.forEach(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length]!
      const length = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1
      const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
      nearest = Math.min(nearest, Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)))
    })
  return nearest / unitsPerMeter(latitude)
}

const load = async (code: string) => (await regions.find((region) => region.code === code)!.load()).default

/** Width of a map line at 1:10 million, in meters. */
const tolerance = 2_500

test('every state, the district, every province and three neighbour countries are regions', () => {
  expect(regions).toHaveLength(51 + 13 + 3)
})

// Builds and parses every file of the atlas: takes seconds on a busy machine.
test('every location is on the land of its state', { timeout: 60_000 }, async () => {
  const [head = '', ...rows] = seed.trim().split('\n')
  const column = Object.fromEntries(head.split(',').map((name, i) => [name, i]))
  expect(rows.length).toBeGreaterThan(20)
  const misplaced = []
  for (const row of rows) {
    const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''))
    const of = (name: string) => cells[column[name]!]!
    const at = project({ latitude: Number(of('latitude')), longitude: Number(of('longitude')) })
    const { land, water } = await load(of('state'))
    const metersOutside = inside(at, land) ? 0 : metersFrom(at, land, Number(of('latitude')))
    const metersInWater = inside(at, water) ? metersFrom(at, water, Number(of('latitude'))) : 0
    if (Math.max(metersOutside, metersInWater) > tolerance)
      misplaced.push(`${of('slug')}: ${Math.max(metersOutside, metersInWater).toFixed(0)} m`)
  }
  expect(misplaced).toEqual([])
})

test('a state fits into a small file, with its towns and the country around it', async () => {
  for (const code of ['OK', 'TX', 'RI', 'AB']) {
    const { around, ...land } = await load(code)
    expect(JSON.stringify(land).length).toBeLessThan(40_000)
    expect(JSON.stringify(around ?? '').length).toBeLessThan(40_000)
    expect(land.towns.length).toBeGreaterThan(20)
  }
})

test('the country around a state contains its neighbours’ land and towns', async () => {
  const { around } = await load('OK')
  const wichita = project({ latitude: 37.69, longitude: -97.34 })
  expect(inside(wichita, around!.land)).toBe(true)
  const towns = around!.towns.map(([name]) => name)
  expect(towns).toContain('Wichita')
  expect(towns).not.toContain('Tulsa')
  expect(around!.counties).toMatch(/^M/)
  expect(around!.borders).toMatch(/^M/)
})
