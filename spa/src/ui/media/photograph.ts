import { pictures } from 'virtual:pictures'
import { imageAddress } from '../../picture/widths'
import type { OgImage } from '../page/ogImage'

/** The path of a picture below /pictures; undefined for any other address. */
export const pathBelowPictures = (url: string | undefined): string | undefined =>
  url?.startsWith('/pictures/') ? url.slice('/pictures/'.length) : undefined

/** The sharing picture of a photograph: at most 1200 px wide, a format that every reader knows. Undefined for an unknown path. */
export function photographOgImage(path: string): OgImage | undefined {
  const size = pictures[path]
  if (!size) return undefined
  const [width, height] = size
  const shown = Math.min(width, 1200)
  return { url: imageAddress(path, 1200), width: shown, height: Math.round((height * shown) / width) }
}
