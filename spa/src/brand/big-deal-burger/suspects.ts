import { burgers } from '../../food/burgers'

const suspect = <Slug extends string>(slug: Slug) =>
  ({ slug, name: `home.${slug}`, line: `home.${slug}-line`, layers: burgers[slug] ?? [] }) as const

/** The four of the line-up on the home page. Their words are in the locales. */
export const suspects = [
  suspect('little-deal'),
  suspect('the-original-41'),
  suspect('the-big-deal'),
  suspect('the-whole-hog'),
]
