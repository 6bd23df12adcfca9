/** The burgers of the line-up and of the brand's words by their slugs, bottom to top, as the menu has them (a test holds them against it). */
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

/** A burger that is none of the menu's, but stands for all of them. */
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
