import { pile } from '../../food/stack'

/** The four of the line-up: content, as the menu has them (a test holds them against it). Their words are in the locales. */
export const suspects = [
  {
    slug: 'little-deal',
    name: 'home.little-deal',
    line: 'home.little-deal-line',
    layers: pile(['heel', 'patty', 'cheese', 'pickles', 'crown']),
  },
  {
    slug: 'the-original-41',
    name: 'home.the-original-41',
    line: 'home.the-original-41-line',
    layers: pile(['heel', 'lettuce', 'tomato', 'patty', 'cheese', 'onions', 'pickles', 'crown']),
  },
  {
    slug: 'the-big-deal',
    name: 'home.the-big-deal',
    line: 'home.the-big-deal-line',
    layers: pile([
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
    ]),
  },
  {
    slug: 'the-whole-hog',
    name: 'home.the-whole-hog',
    line: 'home.the-whole-hog-line',
    layers: pile([
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
    ]),
  },
] as const

/** The section of the menu that they stand in. */
export const suspectsSection = 'burgers'
