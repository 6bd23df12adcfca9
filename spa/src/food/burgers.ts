/** Layers of the burgers in the line-up and the brand's texts by slug, bottom to top. A test checks them against the menu. */
export const burgers: Readonly<Record<string, readonly string[]>> = {
  'little-deal': ['heel', 'patty', 'cheese', 'pickles', 'crown'],
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
    'pork',
    'patty',
    'cheese',
    'patty-2',
    'cheese-2',
    'onion-ring',
    'bacon',
    'bbq',
    'crown-brioche',
  ],
}

/** A generic burger that is not on the menu. */
export const anyBurger = [
  'heel',
  'lettuce',
  'tomato',
  'patty',
  'cheese',
  'patty-2',
  'cheese-2',
  'pickles',
  'crown',
]
