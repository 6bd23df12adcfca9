import { pictures } from 'virtual:pictures'
import { imageAddress } from '../../picture/widths'
import type { OgImage } from '../page/ogImage'

/** Where a picture lies below /pictures; undefined for an address elsewhere. */
export const pathBelowPictures = (url: string | undefined): string | undefined =>
  url?.startsWith('/pictures/') ? url.slice('/pictures/'.length) : undefined

/** The card of a photograph: itself, as wide as a card, in a format that everybody reads; undefined for one that nobody knows. */
export function photographOgImage(path: string): OgImage | undefined {
  const size = pictures[path]
  if (!size) return undefined
  const [width, height] = size
  const shown = Math.min(width, 1200)
  return { url: imageAddress(path, 1200), width: shown, height: Math.round((height * shown) / width) }
}
