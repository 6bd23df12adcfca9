import { longShapes, quick, type Shape } from './shapes'
import { test } from './test'

type Body = Parameters<typeof test>[2]

/**
 * Defines a journey once: `hand` acts by mouse or keyboard, `say` and `call` have the texts of the `site`. Quick tests run it in the
 * quick shape, long ones in the shapes of shapes.ts. `onlyLong` ways are also proved by component or Go tests.
 */
export function way(title: string, body: Body, { onlyLong = false } = {}) {
  if (!onlyLong) take(quick, [])
  for (const shape of longShapes(title)) take(shape, ['@long'])

  function take({ site, input, width, theme }: Shape, tags: string[]) {
    test.describe(`${site.name}, by ${input}, ${width}, ${theme}`, () => {
      test.use({ site, input, colorScheme: theme })
      test.describe.configure({ timeout: 120_000 }) // the keyboard takes longer
      test(title, { tag: width === 'phone' ? [...tags, '@phone'] : tags }, body)
    })
  }
}
