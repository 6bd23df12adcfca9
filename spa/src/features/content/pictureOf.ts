import { dishes } from 'virtual:drawings'
import type { Picture } from '../../api/content'
import { burgers } from '../../food/burgers'
import { type PlacedLayer, placeLayers } from '../../food/stack'
import { pathBelowPictures, photographOgImage } from '../../ui/media/photograph'
import { drawnOgImage, type OgImage } from '../../ui/page/ogImage'

/** The drawing of a picture that stands on the counter: a dish, or a burger layer by layer. */
interface Drawing {
  picture?: string
  layers?: readonly PlacedLayer[]
}

/** Where a picture of the content lies below /pictures. */
export const picturePath = ({ url }: Picture): string => pathBelowPictures(url) ?? ''

/** The drawing that a picture of the content names; undefined for a photograph. */
export function drawingOf(picture: Picture): Drawing | undefined {
  const [folder, name = ''] = picturePath(picture).split('/')
  if (name.includes('.')) return undefined
  if (folder === 'dishes') return { picture: `dishes/${name}` }
  const layers = folder === 'burgers' ? burgers[name] : undefined
  return layers && { layers: placeLayers(layers) }
}

/** What those show who show a link to what has this picture; undefined for what nobody knows. */
export function ogImageOf(picture: Picture | undefined): OgImage | undefined {
  if (!picture) return undefined
  const path = picturePath(picture)
  // Food that is cut out would stand before any ground: on its card it stands on ours.
  const food = path.replace(/\.png$/, '')
  return food.replace(/^dishes\//, '') in dishes || food.replace(/^burgers\//, '') in burgers
    ? drawnOgImage(food)
    : photographOgImage(path)
}
