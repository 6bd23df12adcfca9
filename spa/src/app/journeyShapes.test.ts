import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kinds, longShapes, quick, type Shape } from '../../e2e/shapes'
import { en, enCa, frCa } from '../../e2e/sites'

const values = {
  site: [en, frCa, enCa],
  input: ['mouse', 'keyboard'],
  width: ['wide', 'phone'],
  theme: ['light', 'dark'],
}
type Of = keyof Shape

/** Returns the value pairs of two properties that no shape covers. */
function missing(shapes: readonly Shape[]) {
  const pairs = (Object.keys(values) as Of[]).flatMap((one, i, all) =>
    all
      .slice(i + 1)
      .flatMap((two) => values[one].flatMap((a) => values[two].map((b) => ({ one, two, a, b })))),
  )
  return pairs
    .filter(({ one, two, a, b }) => !shapes.some((shape) => shape[one] === a && shape[two] === b))
    .map(({ a, b }) => [a, b].map((value) => (typeof value === 'string' ? value : value.name)).join(' × '))
}

test.each(Object.entries(kinds))('journeys of the kind %s cover every pair of shape values', (_, titles) => {
  expect(missing([quick, ...titles.flatMap(longShapes)])).toEqual([])
})

test('missing finds a pair that no shape has', () => {
  expect(missing([quick, ...longShapes('a guest orders a pickup')])).toContain('fr-ca × dark')
})

test.each(Object.values(kinds).flat())('%s: in French, on a phone and by the keyboard', (title) => {
  const shapes = longShapes(title)
  expect(shapes.map(({ site }) => site)).toContain(frCa)
  expect(shapes.map(({ width }) => width)).toContain('phone')
  expect(shapes.map(({ input }) => input)).toContain('keyboard')
})

test.each(kinds.deals!)('%s: in English and in French, on a wide screen and on a phone', (title) => {
  const covered = [quick, ...longShapes(title)].map(({ site, width }) => `${site.name}, ${width}`)
  const all = [en, frCa].flatMap(({ name }) => [`${name}, wide`, `${name}, phone`])
  expect(covered).toEqual(expect.arrayContaining(all))
})

test('each listed journey is a browser test', () => {
  const folder = join(import.meta.dirname, '../../e2e')
  const specs = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const listed = Object.values(kinds).flat()
  expect(listed.filter((title) => !specs.includes(`'${title}'`))).toEqual([])
})
