import { expect, test } from 'vitest'
import { withFrenchSpaces } from './translationFiles'

test.each([
  ['Menu : [store]', 'Menu\u00a0: [store]'],
  ['Alias « comme d’habitude ».', 'Alias «\u00a0comme d’habitude\u00a0».'],
  ['On se revoit', 'On se revoit'],
])('French punctuation has no-break spaces: %s', (word, want) => {
  expect(withFrenchSpaces({ word }).word).toBe(want)
})
