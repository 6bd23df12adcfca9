import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Language, textsOf } from '../i18n/translations.plugin'
import { coloursOf, withBrandColours, withSystemTheme } from './colours'
import type { OwnWords, Restaurant } from './words'

const here = import.meta.dirname
const root = resolve(here, '../../..')
const folders = readdirSync(join(root, 'shared/brand/brands'))

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Foreground and background pairs with their minimum contrast. The last ones are borders, with a lower minimum. */
const pairs: [string, string, number][] = [
  ...[
    ['ink', 'paper'],
    ['ink', 'paper-2'],
    ['ink', 'card'],
    ['ink-2', 'paper'],
    ['ink-2', 'paper-2'],
    ['ink-2', 'card'],
    ['accent', 'paper'],
    ['accent', 'card'],
    ['on-red', 'red'],
    ['on-yellow', 'yellow'],
    ['on-char', 'char'],
    ['on-char-2', 'char'],
    ['accent-on-char', 'char'],
    ['on-bun', 'bun-crust'],
    ['on-bun', 'bun-crumb'],
    ['on-patty', 'patty'],
    ['on-char', 'char-stage'],
    ['on-stage', 'stage'],
    ['on-stage', 'ray'],
    ['on-plate', 'plate'],
    ['plate-name', 'plate'],
    ['on-char', 'second'],
    ['good', 'good-fill'],
    ['ink', 'warn-fill'],
    ['bad', 'bad-fill'],
    ['bad', 'card'],
    ['info', 'info-fill'],
    ['map-ink', 'map-land'],
    ['map-on-ring', 'map-ring'],
  ].map(([on = '', ground = '']) => [on, ground, 4.5] as [string, string, number]),
  ['edge', 'paper', 3],
  ['edge', 'card', 3],
  ['focus', 'paper', 3],
]

describe.each(folders)('%s', (folder) => {
  test.each(['light', 'dark'] as const)('can be read in the %s', (theme) => {
    const colours = coloursOf(folder, theme)
    const weak = pairs
      .map(([on, ground, least]) => ({
        on,
        ground,
        least,
        is: contrast(colours.get(on)!, colours.get(ground)!),
      }))
      .filter(({ is, least }) => !(is >= least))
    expect(weak).toEqual([])
  })

  test('has a colour for every role, and its icon and logo', () => {
    const first = coloursOf('big-deal-burger', 'light')
    const own = coloursOf(folder, 'light')
    expect([...own.keys()]).toEqual([...first.keys()])
    const sheet = readFileSync(join(here, folder, 'colours.css'), 'utf8')
    const record = JSON.parse(readFileSync(join(root, 'shared/brand/brands', folder, 'brand.json'), 'utf8'))
    expect(record.themeColor).toBe(own.get('red'))
    expect(readFileSync(join(here, folder, 'icon.svg'), 'utf8')).toContain(own.get('red'))
    for (const size of ['size', 'first', 'last']) expect(sheet).toContain(`--name-${size}: `)
    expect(readFileSync(join(here, folder, 'logo.svg'), 'utf8')).toMatch(/^<svg [^>]*viewBox="0 0 147 84"/)
  })
})

test.each(folders)('%s: the system’s dark theme equals the chosen one', (folder) => {
  const sheet = withSystemTheme(readFileSync(join(here, folder, 'colours.css'), 'utf8'))
  const [, bySystem] =
    /@media \(prefers-color-scheme: dark\) \{\s*:root:not\(\[data-theme="light"\]\) \{([^}]*)\}\s*\}/.exec(
      sheet,
    ) ?? []
  const [, chosen] = /^:root\[data-theme="dark"\] \{([^}]*)\}/m.exec(sheet) ?? []
  expect(bySystem).toContain(`--ink: ${coloursOf(folder, 'dark').get('ink')}`)
  expect(bySystem).toBe(chosen)
})

test.each(folders)('every own text of %s overrides a key of the locales', async (folder) => {
  const { own }: { own: OwnWords } = await import(`./${folder}/words.ts`)
  for (const [locale, words] of Object.entries(own)) {
    expect(Object.keys(textsOf(locale as Language))).toEqual(expect.arrayContaining(Object.keys(words ?? {})))
  }
})

test('drawings and signs contain no colour of a fixed brand', () => {
  const drawings = ['food/dishes', 'food/ingredients', 'features/home/art'].flatMap((folder) =>
    readdirSync(join(root, 'spa/src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.svg'))
      .map((name) => join(root, 'spa/src', folder, name)),
  )
  const inks = folders.flatMap((folder) =>
    ['red', 'red-deep', 'red-lit', 'yellow'].map((role) => coloursOf(folder).get(role)!),
  )
  const found = [...drawings, join(here, 'signs.svg')].flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return inks.filter((ink) => text.toLowerCase().includes(ink)).map((ink) => `${ink}: ${path}`)
  })
  expect(found).toEqual([])
  for (const folder of folders) {
    const red = coloursOf(folder).get('red')
    expect(withBrandColours('<path fill="var(--red)" d="M0 0"/>', coloursOf(folder))).toBe(
      `<path fill="${red}" d="M0 0"/>`,
    )
  }
  expect(() => withBrandColours('<path fill="var(--gone)"/>', new Map())).toThrow('gone')
})

test('style sheets name colours by their roles', () => {
  const sheets = readdirSync(join(root, 'spa/src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.startsWith('brand/'),
  )
  expect(sheets.length).toBeGreaterThan(50)
  const named = sheets.flatMap((name) => {
    const inks = readFileSync(join(root, 'spa/src', name), 'utf8').match(/#[0-9a-f]{3,8}\b/gi) ?? []
    return inks.filter((ink) => !/^#(?:000|0000|fff)$/i.test(ink)).map((ink) => `${ink}: ${name}`)
  })
  expect(named).toEqual([])
})

test.each(folders)('no text of the locales contains %s’s word for a restaurant', async (folder) => {
  const { restaurant }: { restaurant: Restaurant } = await import(`./${folder}/words.ts`)
  if (restaurant.one === 'restaurant') return
  const english = join(root, 'locales/en')
  const word = new RegExp(`\\b(${restaurant.one}|${restaurant.other})\\b`, 'i')
  const said = readdirSync(english).flatMap((name) => {
    const sentences: Record<string, string> = JSON.parse(readFileSync(join(english, name), 'utf8'))
    return Object.values(sentences).filter((sentence) => word.test(sentence))
  })
  expect(said).toEqual([])
})

test('no text and no code contains the name of a brand', () => {
  const names = folders.map((folder) => {
    const { title, webUrl } = JSON.parse(
      readFileSync(join(root, 'shared/brand/brands', folder, 'brand.json'), 'utf8'),
    )
    return [title, new URL(webUrl).hostname]
  })
  const said: string[] = []
  for (const [folder, wanted] of [
    ['locales', /\.json$/],
    ['spa/src', /(?<!\.test)\.(tsx?|css)$/],
  ] as const)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !wanted.test(path) || folders.some((own) => path.startsWith(join(here, own))))
        continue
      const text = readFileSync(path, 'utf8')
      for (const name of names.flat()) if (text.includes(name)) said.push(`${name}: ${path}`)
    }
  expect(said).toEqual([])
})
