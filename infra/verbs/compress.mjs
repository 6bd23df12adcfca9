// Puts a .br and a .gz beside each text file of the built site, so that no request pays for compression. Each has them, however small:
// infra/edge/pages.js sends browsers to the .br without looking whether it is there.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './build.mjs'

const text = /\.(js|css|html|svg|json|webmanifest|txt)$/

function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (text.test(name)) {
      const data = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }))
      writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }))
    }
  }
}

compress(join(root, 'spa', 'dist'))
