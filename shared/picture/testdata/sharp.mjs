// Reads jobs as JSON from standard input and runs them with sharp: { from: file, to: file, ops: [[method,
// ...arguments], …] }. from may also be the options of sharp's create. A file made with ensureAlpha and raw contains
// only RGBA, 8 bits each.
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

for (const { from, to, ops } of JSON.parse(readFileSync(0, 'utf8'))) {
  let picture = sharp(from)
  for (const [method, ...args] of ops) picture = picture[method](...args)
  writeFileSync(to, await picture.toBuffer())
}
