import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brandPictures } from './brandPictures.ts'
import type { PictureMaker } from './pictureMaker.ts'

const moduleId = 'virtual:pictures'
const resolved = `\0${moduleId}`

/**
 * Adds the masters of a brand's pictures to the build, and their data as `virtual:pictures`. infra/verbs/build.mjs then makes their
 * widths, which take longer than the rest of the build.
 */
export function pictures(folderPath: string, buildFolder: string): Plugin {
  let maker: Promise<PictureMaker> | undefined
  let encodes = false
  return {
    name: 'pictures',
    configResolved({ command, build }) {
      encodes = command === 'build' && !build.ssr
    },
    buildStart() {
      maker = brandPictures(folderPath, buildFolder, (reason) => this.warn(`not served: ${reason}`))
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
      if (encodes) await (await maker)!.placeMasters(join(dir!, 'pictures'))
    },
  }
}
