import { burgers } from '../../food/burgers'
import { pile } from '../../food/stack'

const suspect = <Slug extends string>(slug: Slug) =>
  ({
    slug,
    name: `home.${slug}`,
    line: `home.${slug}-line`,
    layers: pile(burgers[slug] ?? []),
  }) as const

/** The four of the line-up: content, as the menu has them (a test holds them against it). Their words are in the locales. */
export const suspects = [
  suspect('little-deal'),
  suspect('the-original-41'),
  suspect('the-big-deal'),
  suspect('the-whole-hog'),
]

/** The section of the menu that they stand in. */
export const suspectsSection = 'burgers'
