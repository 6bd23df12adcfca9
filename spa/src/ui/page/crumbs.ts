import type { BreadcrumbList, WithContext } from 'schema-dts'
import { canonical } from './structuredData'

/** A breadcrumb: name, and path on this site. */
export interface Crumb {
  name: string
  path: string
}

/** schema.org/BreadcrumbList, for the data of PageMeta. */
export function breadcrumbList(crumbs: readonly Crumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: { '@type': 'WebPage', '@id': canonical(path) },
    })),
  }
}
