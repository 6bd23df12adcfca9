import { patterns } from '../../market/paths'

/** Style of a page's head: its background, and whether the page is a text document. */
export type Look = 'stage' | 'red' | 'pit' | 'paper'

/** Styles by the first segment of the path. */
const looks: Readonly<Record<string, Look>> = {
  catering: 'pit',
  contact: 'red',
  legal: 'paper',
}

/** Reports whether the sections of a page are offers, rendered as tickets. */
export const hasOffers = (slug: string): boolean => slug === patterns.deals

export function lookOf(slug: string): Look {
  return looks[slug.split('/')[0] ?? ''] ?? 'stage'
}
