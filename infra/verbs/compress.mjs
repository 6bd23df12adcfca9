// Writes a .br and a .gz variant of each text file of the built site, so that no request waits for compression. Every file has them,
// however small: infra/edge/pages.js rewrites a request to the .br without checking that it exists.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/

/** Brotli's options; quality 11 is the smallest and slowest. */
const brotliOptions = (bytes, quality) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })

/** Writes the compressed variants of a file. */
export function writeCompressed(path, data, quality) {
  const bytes = Buffer.from(data)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, brotliOptions(bytes, quality)))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: quality }))
}

/** Compresses the text files of a folder, on all processors. */
export async function compress(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => text.test(name)).map((name) => join(folder, name))
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(path)
      const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, brotliOptions(bytes, 11)), promisify(gzip)(bytes, { level: 9 })])
      writeFileSync(`${path}.br`, br)
      writeFileSync(`${path}.gz`, gz)
    }),
  )
}
