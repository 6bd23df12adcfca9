import { brand } from '../../brand/brand'

/** Returns the public URL of a path; /index is the root. */
export function canonical(path: string): string {
  return `${brand.site}/${path
    .replace(/^\//, '')
    .replace(/(^|\/)index$/, '')
    .replace(/\/$/, '')}`
}

/** Serialises data for a script element; escapes < so that it cannot end the element. */
export function scriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
