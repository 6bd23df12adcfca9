import { patterns } from '../../market/paths'

/** How a page opens: the ground of its poster, and whether it is a document to be read through. */
export type Look = 'stage' | 'red' | 'pit' | 'paper'

/** By the first part of a page's address. */
const looks: Readonly<Record<string, Look>> = {
  catering: 'pit',
  contact: 'red',
  legal: 'paper',
}

/** Whether what stands below the headings of a page are offers, each on a slip of its own. */
export const hasOffers = (slug: string): boolean => slug === patterns.deals

export function lookOf(slug: string): Look {
  return looks[slug.split('/')[0] ?? ''] ?? 'stage'
}
