import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { burgers } from '../food/burgers.ts'
import { drawFood } from '../food/drawFood.ts'
import type { PlacedFood, Scene } from './compose.ts'

export interface Scenes {
  /** Pictures on pages, in every width of the specification. */
  onPages: readonly Scene[]
  /** Open Graph cards, in a single size. */
  cards: readonly Scene[]
}

const row = (...food: [name: string, share: number][]): PlacedFood[] =>
  food.map(([name, share]) => ({ food: name, share }))

const post = { width: 3840, height: 2160 }
const wide = { width: 3840, height: 1440 }

/** Full-width pictures of the brand's pages, and its hero. */
const bands: readonly Scene[] = [
  {
    ...post,
    path: 'scenes/hero.jpg',
    ground: 'stage',
    food: row(['dishes/pit-fries', 0.34], ['burgers/the-big-deal', 0.44], ['dishes/chocolate-shake', 0.38]),
  },
  {
    ...wide,
    path: 'scenes/pit.jpg',
    ground: 'pit',
    food: row(
      ['dishes/pit-chicken', 0.26],
      ['dishes/full-rack', 0.31],
      ['dishes/brisket-plate', 0.29],
      ['dishes/smoked-wings', 0.26],
      ['dishes/pit-sauce-bottle', 0.22],
    ),
  },
  {
    ...wide,
    path: 'scenes/catering.jpg',
    ground: 'red',
    food: row(
      ['dishes/tea-gallon', 0.26],
      ['dishes/burger-bar', 0.3],
      ['dishes/rib-party', 0.3],
      ['dishes/slider-tray', 0.26],
      ['dishes/cookie-tray', 0.23],
    ),
  },
  {
    ...wide,
    path: 'scenes/counter.jpg',
    ground: 'stage',
    food: row(
      ['dishes/pit-fries', 0.22],
      ['dishes/half-rack', 0.26],
      ['burgers/the-whole-hog', 0.28],
      ['dishes/onion-rings', 0.23],
      ['dishes/chocolate-shake', 0.26],
      ['dishes/cherry-pie', 0.2],
    ),
  },
]

/** Picture of a blog post. */
const postScene = (
  name: string,
  ground: Scene['ground'],
  ...food: [name: string, share: number][]
): Scene => ({
  ...post,
  path: `blog/${name}.jpg`,
  ground,
  food: row(...food),
})

const posts: readonly Scene[] = [
  postScene('burger-bar', 'red', ['dishes/burger-bar', 0.54], ['dishes/tea-gallon', 0.42]),
  postScene('skillet-mac', 'stage', ['dishes/skillet-mac', 0.58], ['dishes/skillet-cornbread', 0.4]),
  postScene('parked-car', 'pit', ['dishes/half-rack', 0.66], ['dishes/root-beer', 0.5]),
  postScene('breakfast', 'stage', ['dishes/coffee', 0.44], ['dishes/brisket-hash', 0.62]),
  postScene('cold-brew', 'pit', ['dishes/cold-brew', 0.66], ['dishes/pan-cookie', 0.48]),
  postScene('maple', 'red', ['dishes/maple-pecan-shake', 0.58], ['dishes/pancakes', 0.5]),
  postScene('whole-hog', 'red', ['burgers/the-whole-hog', 0.5], ['dishes/onion-rings', 0.44]),
  postScene('leftovers', 'stage', ['dishes/brisket-board', 0.62], ['dishes/pit-beans', 0.42]),
  postScene('sauce', 'red', ['dishes/tenders', 0.56], ['dishes/pit-sauce-bottle', 0.6]),
  postScene('sunday', 'stage', ['dishes/kids-burger-box', 0.62], ['dishes/milk', 0.42]),
  postScene('oak', 'pit', ['dishes/brisket-plate', 0.66], ['dishes/oak-rub', 0.46]),
]

/** Cut-out food on the page's background. */
const cutOut = (name: string): Scene => {
  const { width, height } = drawFood(name)
  return {
    path: `${name}.png`,
    width: 3840,
    height: Math.round((3840 * height) / width),
    food: row([name, 1]),
  }
}

const card = { width: 1200, height: 630 }

/** Open Graph cards by kind of page. */
const pageCards: readonly Scene[] = [
  {
    ...card,
    path: 'og/menu.png',
    ground: 'red',
    food: row(
      ['dishes/half-rack', 0.38],
      ['burgers/the-original-41', 0.38],
      ['dishes/onion-rings', 0.36],
      ['dishes/cherry-pie', 0.32],
    ),
  },
  {
    ...card,
    path: 'og/locations.png',
    ground: 'pit',
    food: row(['dishes/pit-sauce-bottle', 0.3], ['dishes/full-rack', 0.46], ['burgers/the-whole-hog', 0.38]),
  },
  {
    ...card,
    path: 'og/blog.png',
    ground: 'stage',
    food: row(['dishes/coffee', 0.42], ['dishes/cherry-pie', 0.44], ['dishes/malted-shake', 0.48]),
  },
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
  ].map((food) => ({ ...card, path: `og/${food}.png`, ground: 'stage', food: row([food, 0.58]) }))

/** Returns all scenes of a brand. */
export const scenes = (): Scenes => ({
  onPages: [...bands, ...posts, cutOut('dishes/pitmaster-platter')],
  cards: [...pageCards, ...drawingCards()],
})
