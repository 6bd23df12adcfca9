const suspect = <Slug extends string>(slug: Slug) =>
  ({ slug, name: `home.${slug}`, line: `home.${slug}-line` }) as const

/** The four of the line-up on the home page, whose layers are those of spa/src/food/burgers.ts. Their words are in the locales. */
export const suspects = [
  suspect('the-big-deal'),
  suspect('little-deal'),
  suspect('the-whole-hog'),
  suspect('the-original-41'),
]
