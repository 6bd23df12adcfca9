// Puts a .br and a .gz beside each text file of the built site, so that no request pays for compression. Each has them, however small:
// infra/edge/pages.js sends browsers to the .br without looking whether it is there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/

/** Writes the packed neighbours of a file; quality is brotli's, 11 the smallest and slowest. */
export function pack(path, data, quality = 11) {
  const bytes = Buffer.from(data)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: Math.min(9, quality) }))
}

/** Packs what of a folder is text. */
export function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name)
    if (text.test(name)) pack(path, readFileSync(path))
  }
}
