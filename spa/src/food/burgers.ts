/** The burgers that the words of the brand speak of, bottom to top. */
export const burgers: Readonly<Record<string, readonly string[]>> = {
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
