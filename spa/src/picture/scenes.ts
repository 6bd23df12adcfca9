import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { burgers } from '../food/burgers.ts'
import { drawFood } from '../food/drawFood.ts'
import type { Scene } from './compose.ts'

export interface Scenes {
  /** Pictures on pages, in every width of the specification. */
  onPages: readonly Scene[]
  /** Open Graph cards, in a single size. */
  cards: readonly Scene[]
}

const post = { width: 3840, height: 2160 }
const wide = { width: 3840, height: 1440 }
const card = { width: 1200, height: 630 }

const scene = (path: string, size: typeof post, ground: Scene['ground'], food: Scene['food']): Scene => ({
  ...size,
  path,
  ground,
  food,
})

/** Full-width pictures of the brand's pages, and its hero. */
const bands: readonly Scene[] = [
  scene('scenes/hero.jpg', post, 'stage', {
    'dishes/pit-fries': 0.34,
    'burgers/the-big-deal': 0.44,
    'dishes/chocolate-shake': 0.38,
  }),
  scene('scenes/pit.jpg', wide, 'pit', {
    'dishes/pit-chicken': 0.26,
    'dishes/full-rack': 0.31,
    'dishes/brisket-plate': 0.29,
    'dishes/smoked-wings': 0.26,
    'dishes/pit-sauce-bottle': 0.22,
  }),
  scene('scenes/catering.jpg', wide, 'red', {
    'dishes/tea-gallon': 0.26,
    'dishes/burger-bar': 0.3,
    'dishes/rib-party': 0.3,
    'dishes/slider-tray': 0.26,
    'dishes/cookie-tray': 0.23,
  }),
  scene('scenes/counter.jpg', wide, 'stage', {
    'dishes/pit-fries': 0.22,
    'dishes/half-rack': 0.26,
    'burgers/the-whole-hog': 0.28,
    'dishes/onion-rings': 0.23,
    'dishes/chocolate-shake': 0.26,
    'dishes/cherry-pie': 0.2,
  }),
]

/** Pictures of blog posts. */
const posts: readonly Scene[] = [
  scene('blog/burger-bar.jpg', post, 'red', { 'dishes/burger-bar': 0.54, 'dishes/tea-gallon': 0.42 }),
  scene('blog/skillet-mac.jpg', post, 'stage', {
    'dishes/skillet-mac': 0.58,
    'dishes/skillet-cornbread': 0.4,
  }),
  scene('blog/parked-car.jpg', post, 'pit', { 'dishes/half-rack': 0.66, 'dishes/root-beer': 0.5 }),
  scene('blog/breakfast.jpg', post, 'stage', { 'dishes/coffee': 0.44, 'dishes/brisket-hash': 0.62 }),
  scene('blog/cold-brew.jpg', post, 'pit', { 'dishes/cold-brew': 0.66, 'dishes/pan-cookie': 0.48 }),
  scene('blog/maple.jpg', post, 'red', { 'dishes/maple-pecan-shake': 0.58, 'dishes/pancakes': 0.5 }),
  scene('blog/whole-hog.jpg', post, 'red', { 'burgers/the-whole-hog': 0.5, 'dishes/onion-rings': 0.44 }),
  scene('blog/leftovers.jpg', post, 'stage', { 'dishes/brisket-board': 0.62, 'dishes/pit-beans': 0.42 }),
  scene('blog/sauce.jpg', post, 'red', { 'dishes/tenders': 0.56, 'dishes/pit-sauce-bottle': 0.6 }),
  scene('blog/sunday.jpg', post, 'stage', { 'dishes/kids-burger-box': 0.62, 'dishes/milk': 0.42 }),
  scene('blog/oak.jpg', post, 'pit', { 'dishes/brisket-plate': 0.66, 'dishes/oak-rub': 0.46 }),
]

/** Cut-out food on the page's background. */
const cutOut = (name: string): Scene => {
  const { width, height } = drawFood(name)
  return {
    path: `${name}.png`,
    width: 3840,
    height: Math.round((3840 * height) / width),
    food: { [name]: 1 },
  }
}

/** Open Graph cards by kind of page. */
const pageCards: readonly Scene[] = [
  scene('og/menu.png', card, 'red', {
    'dishes/half-rack': 0.38,
    'burgers/the-original-41': 0.38,
    'dishes/onion-rings': 0.36,
    'dishes/cherry-pie': 0.32,
  }),
  scene('og/locations.png', card, 'pit', {
    'dishes/pit-sauce-bottle': 0.3,
    'dishes/full-rack': 0.46,
    'burgers/the-whole-hog': 0.38,
  }),
  scene('og/blog.png', card, 'stage', {
    'dishes/coffee': 0.42,
    'dishes/cherry-pie': 0.44,
    'dishes/malted-shake': 0.48,
  }),
]

const dishes = join(import.meta.dirname, '../food/dishes')

/** Open Graph cards of every drawing that content may name. */
const drawingCards = (): Scene[] =>
  [
    ...readdirSync(dishes, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.svg'))
      .map((name) => `dishes/${name.replace(/^.*\/|\.svg$/g, '')}`)
      .sort(),
    ...Object.keys(burgers).map((name) => `burgers/${name}`),
  ].map((food) => scene(`og/${food}.png`, card, 'stage', { [food]: 0.58 }))

/** Returns all scenes of a brand. */
export const scenes = (): Scenes => ({
  onPages: [...bands, ...posts, cutOut('dishes/pitmaster-platter')],
  cards: [...pageCards, ...drawingCards()],
})
