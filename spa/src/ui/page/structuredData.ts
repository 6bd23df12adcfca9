import { brand } from '../../brand/brand'

/** A step of the way to a page: its name, and its path on this site. */
export interface Crumb {
  name: string
  path: string
}

/** The public address of a path; /index is the root. */
export function canonical(path: string): string {
  return `${brand.site}/${path
    .replace(/^\//, '')
    .replace(/(^|\/)index$/, '')
    .replace(/\/$/, '')}`
}

/** schema.org/BreadcrumbList. */
export function breadcrumbList(crumbs: readonly Crumb[]) {
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

/** As the text of a script element: nothing in it can end the element. */
export function scriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
