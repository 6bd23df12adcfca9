const burger = <Slug extends string>(slug: Slug) =>
  ({ slug, name: `home.${slug}`, line: `home.${slug}-line` }) as const

/** The four burgers of the line-up on the home page, with the layers of spa/src/food/burgers.ts. Their texts are in the locales. */
export const lineUp = [
  burger('the-big-deal'),
  burger('little-deal'),
  burger('the-whole-hog'),
  burger('the-original-41'),
]
