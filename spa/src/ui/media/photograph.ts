import { pictures } from 'virtual:pictures'
import { imageAddress } from '../../picture/widths'
import type { OgImage } from '../page/ogImage'

/** Returns the path of a picture below /pictures; undefined for other URLs. */
export const pathBelowPictures = (url: string | undefined): string | undefined =>
  url?.startsWith('/pictures/') ? url.slice('/pictures/'.length) : undefined

/** Returns a photograph's Open Graph image: at most 1200 px wide, in a widely supported format. Undefined for an unknown path. */
export function photographOgImage(path: string): OgImage | undefined {
  const size = pictures[path]
  if (!size) return undefined
  const [width, height] = size
  const cardWidth = Math.min(width, 1200)
  return { url: imageAddress(path, 1200), width: cardWidth, height: Math.round((height * cardWidth) / width) }
}
