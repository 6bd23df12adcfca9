import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { breakpoints, withBreakpoints } from './breakpoints.ts'

const src = join(import.meta.dirname, '..')

/** Values of specification §9. */
test('the tokens name every breakpoint of the specification', () => {
  const px = (name: string) => Number(/(\d+)px/.exec(breakpoints.get(name) ?? '')?.[1])
  expect({
    mobile: px('--mobile'),
    tabletPortrait: px('--tablet-portrait'),
    tabletLandscape: px('--tablet-landscape'),
    desktop: px('--desktop'),
    navigation: px('--navigation'),
    header: [px('--header-wide'), px('--header-tall')],
    styles: [px('--style-610'), px('--style-425'), px('--style-400')],
  }).toEqual({
    mobile: 400,
    tabletPortrait: 600,
    tabletLandscape: 960,
    desktop: 1280,
    navigation: 1150,
    header: [900, 1280],
    styles: [610, 425, 400],
  })
  expect(breakpoints.get('--hook-mobile')).toBe('(max-width: 640px)')
  expect(breakpoints.get('--hook-tablet')).toBe('(640px < width < 1124px)') // §9 assigns 1024 to 1123 to no range
  expect(breakpoints.get('--hook-desktop')).toBe('(min-width: 1124px)')
})

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((e) => e.isFile() && /\.css$|(?<!\.test)\.tsx?$/.test(e.name) && e.name !== 'tokens.css')
  .map((e) => join(e.parentPath, e.name))

test('style sheets use the names of breakpoints, not their values', () => {
  const named = new Set([...breakpoints.values()].flatMap((query) => query.match(/\d+/g) ?? []).map(Number))
  const spelled = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/@media[^{]*?\((min|max)-width: (\d+)px\)/g)]
        .filter(([, side, value]) => named.has(side === 'min' ? Number(value) : Number(value) + 1))
        .map(([rule]) => `${relative(src, file)}: ${rule}`),
    )
  expect(spelled).toEqual([])
})

test('scripts query only widths that the tokens name', () => {
  const asked = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(
      (file) =>
        readFileSync(file, 'utf8').match(/matchMedia\([^)]*width[^)]*\)|'\(min-width: \d+px\)'/g) ?? [],
    )
  expect(asked).toEqual([`'${breakpoints.get('--tablet-landscape')}'`])
})

test('a name becomes its media query, and an undefined name is an error', () => {
  expect(withBreakpoints('@custom-media --x (width);\n@media not (--mobile) { a { color: red } }')).toBe(
    '@media not (min-width: 400px) { a { color: red } }',
  )
  expect(() => withBreakpoints('@media (--nowhere) {}')).toThrow('--nowhere')
})
