const suspect = <Slug extends string>(slug: Slug) =>
  ({ slug, name: `home.${slug}`, line: `home.${slug}-line` }) as const

/** The four of the line-up on the home page, whose layers are those of spa/src/food/burgers.ts. Their words are in the locales. */
export const suspects = [
  suspect('little-deal'),
  suspect('the-original-41'),
  suspect('the-big-deal'),
  suspect('the-whole-hog'),
]
