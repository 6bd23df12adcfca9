/** The four dishes of the line-up, layers from bottom to top, matching the brand's menu; their names are in words.ts. */
export const lineUp = [
  {
    slug: 'the-deckhand',
    name: 'home.little-deal',
    line: 'home.little-deal-line',
    layers: ['heel', 'patty', 'pickles', 'crown'],
  },
  {
    slug: 'the-wharf-roll',
    name: 'home.the-original-41',
    line: 'home.the-original-41-line',
    layers: ['heel', 'patty', 'cheddar', 'grilled-onions', 'crown'],
  },
  {
    slug: 'the-lantern',
    name: 'home.the-big-deal',
    line: 'home.the-big-deal-line',
    layers: [
      'heel',
      'lettuce',
      'tomato',
      'patty',
      'cheddar',
      'patty-2',
      'cheese-2',
      'grilled-onions',
      'crown',
    ],
  },
  {
    slug: 'small-craft-warning',
    name: 'home.the-whole-hog',
    line: 'home.the-whole-hog-line',
    layers: ['heel', 'slaw', 'patty', 'pepper-jack', 'patty-2', 'onion-ring', 'hot-sauce', 'crown'],
  },
] as const
