import type { Picture } from '../../api/content'
import { type PlacedLayer, pile } from '../../food/stack'

/** The burgers that the words of the brand speak of, bottom to top. */
const burgers: Readonly<Record<string, readonly string[]>> = {
  'the-original-41': ['heel', 'lettuce', 'tomato', 'patty', 'cheese', 'onions', 'pickles', 'crown'],
  'the-big-deal': [
    'heel',
    'mayo',
    'lettuce',
    'tomato',
    'patty',
    'cheese',
    'patty-2',
    'cheese-2',
    'onions',
    'pickles',
    'crown',
  ],
  'the-whole-hog': [
    'heel-brioche',
    'slaw',
    'patty',
    'cheddar',
    'patty-2',
    'cheese-2',
    'pork',
    'bacon',
    'onion-ring',
    'crown-brioche',
  ],
}

/** The drawing of a picture that stands on the counter: a dish, or a burger layer by layer. */
export interface Drawing {
  picture?: string
  layers?: readonly PlacedLayer[]
}

/** The drawing that a picture of the content names; undefined for any other picture. */
export function drawingOf(picture: Picture | undefined): Drawing | undefined {
  const [folder, name = ''] = picture?.url.replace('/pictures/', '').split('/') ?? []
  if (folder === 'dishes') return { picture: `dishes/${name}` }
  const layers = folder === 'burgers' ? burgers[name] : undefined
  return layers && { layers: pile(layers) }
}
