import { expect, test } from 'vitest'
import { widthFor } from './widths'

test.each([
  [1, 8],
  [640, 640],
  [641, 750],
  [3840, 3840],
  [5000, 3840],
])('a picture %i wide is requested as %i', (width, rung) => expect(widthFor(width)).toBe(rung))
