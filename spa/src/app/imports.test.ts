import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '..')

/**
 * Allowed imports by the first folder below src. Dependencies point downwards (app → features → basket → shared folders), so that a
 * feature can be changed or removed without touching others.
 */
const allowed: Record<string, string[]> = {
  app: ['features', 'basket', 'offline', 'api', 'ui', 'food', 'money', 'time', 'i18n', 'market', 'brand'],
  features: ['basket', 'api', 'ui', 'map', 'food', 'money', 'time', 'i18n', 'market', 'brand'],
  basket: ['api', 'ui', 'food', 'money', 'time', 'i18n', 'market', 'brand'],
  ui: ['food', 'picture', 'money', 'time', 'market', 'brand'],
  map: ['ui', 'i18n', 'market', 'brand'],
  food: ['brand', 'i18n', 'market'],
  picture: ['food', 'brand'],
  api: ['ui', 'market', 'money', 'time', 'brand'],
  i18n: ['market', 'brand'],
  market: ['brand'],
  money: [],
  time: [],
  brand: [],
  offline: [],
}

/** Returns "features/menu" for a feature, else the first folder. Features must not import each other. */
function part(file: string): string {
  const [first = '', second = ''] = relative(src, file).split('/')
  return first === 'features' ? `features/${second}` : first
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((e) => e.isFile() && /(?<!\.test)\.tsx?$/.test(e.name))
    .map((e) => join(e.parentPath, e.name))
    .filter((file) => dirname(file) !== src) // main.tsx and the test setup may import everything
}

/** Returns the files that a file imports, including types and dynamic imports, without extension. */
function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import\(|import)\s*['"](\.[^'"]+)['"]/g)].map((m) =>
    resolve(dirname(file), m[1]!).replace(/\.tsx?$/, ''),
  )
}

/** Returns why `file` must not import `target`; undefined if it may. */
function offence(file: string, target: string): string | undefined {
  if (!target.startsWith(src)) return undefined
  const from = part(file)
  const to = part(target)
  if (from === to) return undefined
  const layer = from.split('/')[0]!
  const wanted = to.split('/')[0]!
  const where = `${relative(src, file)} imports ${relative(src, target)}`
  if (layer === 'features' && wanted === 'features') {
    return `${where}: a feature never imports another. Move what both need to basket, api, ui, market, money or time, or pass one to the other from app.`
  }
  const open = allowed[layer]
  if (!open) return `${where}: "${layer}" is not a folder of the plan. Say in this test who may import it.`
  if (!open.includes(wanted)) {
    return `${where}: ${layer} may import ${open.join(', ') || 'nothing of ours'}. Imports point from app to features to basket to what they share; an arrow back makes a knot.`
  }
}

test('imports point one way', () => {
  const files = sources(src)
  expect(files.length).toBeGreaterThan(30)
  const offences = files.flatMap((file) => imports(file).map((target) => offence(file, target)))
  expect(offences.filter(Boolean)).toEqual([])
})

test('a backward import is reported', () => {
  const at = (path: string) => join(src, path)
  expect(offence(at('features/menu/a.ts'), at('features/item/b'))).toMatch(/never imports another/)
  expect(offence(at('ui/a.ts'), at('api/b'))).toMatch(/an arrow back/)
  expect(offence(at('api/a.ts'), at('basket/b'))).toMatch(/an arrow back/)
  expect(offence(at('features/menu/a.ts'), at('app/b'))).toMatch(/an arrow back/)
  expect(offence(at('lib/a.ts'), at('api/b'))).toMatch(/not a folder of the plan/)
  expect(offence(at('app/a.ts'), at('features/menu/b'))).toBeUndefined()
})
