// Reads jobs as JSON from standard input and does them with sharp: { from: file, to: file, ops: [[method, ...arguments], …] }. A file made
// with raw is preceded by nothing: RGBA, 8 bits each.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

for (const { from, to, ops } of JSON.parse(readFileSync(0, 'utf8'))) {
  let picture = sharp(from, { animated: false })
  for (const [method, ...args] of ops) picture = picture[method](...args)
  await picture.toFile(to)
}
