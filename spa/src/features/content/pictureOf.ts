import { dishes } from 'virtual:drawings'
import type { Picture } from '../../api/content'
import { burgers } from '../../food/burgers'
import { type PlacedLayer, placeLayers } from '../../food/stack'
import { pathBelowPictures, photographOgImage } from '../../ui/media/photograph'
import { drawnOgImage, type OgImage } from '../../ui/page/ogImage'

/** Drawing on the counter: a dish, or a burger in layers. */
interface Drawing {
  picture?: string
  layers?: readonly PlacedLayer[]
}

/** Returns the path of a picture below /pictures. */
export const picturePath = ({ url }: Picture): string => pathBelowPictures(url) ?? ''

/** Returns the drawing that a content picture names; undefined for a photograph. */
export function drawingOf(picture: Picture): Drawing | undefined {
  const [folder, name = ''] = picturePath(picture).split('/')
  if (name.includes('.')) return undefined
  if (folder === 'dishes') return { picture: `dishes/${name}` }
  const layers = folder === 'burgers' ? burgers[name] : undefined
  return layers && { layers: placeLayers(layers) }
}

/** Returns the Open Graph image for a page with this picture; undefined if the picture is unknown. */
export function ogImageOf(picture: Picture | undefined): OgImage | undefined {
  if (!picture) return undefined
  const path = picturePath(picture)
  // Cut-out food has a transparent background; its Open Graph card adds the brand's.
  const food = path.replace(/\.png$/, '')
  return food.replace(/^dishes\//, '') in dishes || food.replace(/^burgers\//, '') in burgers
    ? drawnOgImage(food)
    : photographOgImage(path)
}
