import { longShapes, quick, type Shape } from './shapes'
import { test } from './test'

export type Body = Parameters<typeof test>[2]

/**
 * Defines a journey once: `user` acts by mouse or keyboard, `text` and `menuName` return the texts of the `site`. Quick tests run it in the
 * quick shape, long ones in the shapes of shapes.ts. `onlyLong` journeys are also proved by component or Go tests.
 */
export function journey(title: string, body: Body, { onlyLong = false } = {}) {
  if (!onlyLong) run(quick, [])
  for (const shape of longShapes(title)) run(shape, ['@long'])

  function run({ site, input, width, theme }: Shape, tags: string[]) {
    test.describe(`${site.name}, by ${input}, ${width}, ${theme}`, () => {
      test.use({ site, input, colorScheme: theme })
      test(title, { tag: width === 'phone' ? [...tags, '@phone'] : tags }, body)
    })
  }
}
