import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brandPictures } from './brandPictures.ts'
import type { PictureMaker } from './pictureMaker.ts'

const moduleId = 'virtual:pictures'
const resolved = `\0${moduleId}`

/** Encodes a brand's pictures during the build and adds them to the output; `virtual:pictures` provides their data to pages. */
export function pictures(folderPath: string, buildFolder: string): Plugin {
  let maker: Promise<PictureMaker> | undefined
  let encoding: Promise<void> | undefined
  let encodes = false
  return {
    name: 'pictures',
    configResolved({ command, build }) {
      encodes = command === 'build' && !build.ssr
    },
    buildStart() {
      maker = brandPictures(folderPath, buildFolder, (reason) => this.warn(`not served: ${reason}`))
      if (!encodes) return
      encoding = maker.then((all) => all.encodeAll())
      encoding.catch(() => {}) // handled where it is awaited
    },
    resolveId: (id) => (id === moduleId ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return
      const list = await (await maker)!.list()
      const entries = Object.entries(list).map(([path, { width, height, blur, hash, widths }]) => [
        path,
        widths.length > 0 ? [width, height, blur, hash] : [width, height, blur],
      ])
      return `export const pictures = ${JSON.stringify(Object.fromEntries(entries))}`
    },
    async writeBundle({ dir }) {
      if (!encoding) return
      await encoding
      await (await maker)!.writeTo(join(dir!, 'pictures'))
    },
  }
}
