import type { BreadcrumbList, WithContext } from 'schema-dts'
import { brand } from '../../brand/brand'

/** A breadcrumb: name, and path on this site. */
export interface Crumb {
  name: string
  path: string
}

/** Returns the public URL of a path; /index is the root. */
export function canonical(path: string): string {
  return `${brand.site}/${path
    .replace(/^\//, '')
    .replace(/(^|\/)index$/, '')
    .replace(/\/$/, '')}`
}

/** schema.org/BreadcrumbList. */
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

/** Serialises data for a script element; escapes < so that it cannot end the element. */
export function scriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
