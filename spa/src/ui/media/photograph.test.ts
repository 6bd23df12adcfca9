import { expect, test } from 'vitest'
import { pathBelowPictures, photographOgImage } from './photograph'

test.each([
  ['/pictures/team/june.jpg', 'team/june.jpg'],
  ['https://elsewhere.example/pictures/june.jpg', undefined],
  [undefined, undefined],
])('%s is the picture %s', (url, path) => expect(pathBelowPictures(url)).toBe(path))

test('the card of a built picture is its built file at card width', () => {
  expect(photographOgImage('scenes/pit.jpg')).toEqual({
    url: '/image?url=/pictures/scenes/pit.jpg&w=1200&q=75',
    width: 1200,
    height: 450,
  })
  expect(photographOgImage('story/after-the-build.jpg')).toBeUndefined()
})
