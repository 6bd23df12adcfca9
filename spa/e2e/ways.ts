import { longShapes, quick, type Shape } from './shapes'
import { test } from './test'

type Body = Parameters<typeof test>[2]

/**
 * A way through an order, written once: `hand` acts by mouse or by keyboard, `say` and `call` have the words of the `site`. The quick
 * tests take it in the quick shape, the long ones in the shapes of shapes.ts. A way is `onlyLong` if component or Go tests prove the same.
 */
export function way(title: string, body: Body, { onlyLong = false } = {}) {
  if (!onlyLong) take(quick, [])
  for (const shape of longShapes(title)) take(shape, ['@long'])

  function take({ site, input, width, theme }: Shape, tags: string[]) {
    test.describe(`${site.name}, by ${input}, ${width}, ${theme}`, () => {
      test.use({ site, input, colorScheme: theme })
      test.describe.configure({ timeout: 120_000 }) // the keyboard goes a long way
      test(title, { tag: width === 'phone' ? [...tags, '@phone'] : tags }, body)
    })
  }
}
