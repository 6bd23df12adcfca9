// Writes a .br and a .gz variant of each text file of the built site, so that no request waits for compression. Every file has them,
// however small: infra/edge/pages.js rewrites a request to the .br without checking that it exists.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/

/** Writes the compressed variants of a file. `quality` is Brotli's; 11 is the smallest and slowest. */
export function writeCompressed(path, data, quality = 11) {
  const bytes = Buffer.from(data)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: Math.min(9, quality) }))
}

/** Compresses the text files of a folder. */
export function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name)
    if (text.test(name)) writeCompressed(path, readFileSync(path))
  }
}
