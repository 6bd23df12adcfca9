import { join } from 'node:path'
import type { Plugin } from 'vite'
import { coloursOf } from './compose.ts'
import { Ladder } from './ladder.ts'
import { scenes } from './scenes.ts'

const wanted = 'virtual:pictures'
const resolved = `\0${wanted}`

/**
 * Makes the pictures of a brand while the site is built, and puts them beside it; `virtual:pictures` says what a page has to know of
 * them. PICTURES is the folder of the brand's photographs.
 */
export function pictures(folderPath: string, built: string): Plugin {
  let ladder: Promise<Ladder> | undefined
  let making: Promise<void> | undefined
  let served = false
  return {
    name: 'pictures',
    configResolved({ command, build }) {
      served = command === 'build' && !build.ssr
    },
    buildStart() {
      const leaveOut = (reason: string) => this.warn(`not served: ${reason}`)
      const colours = coloursOf(folderPath)
      const folder = process.env.PICTURES
      ladder = Ladder.of({ scenes: scenes(), colours, folder, leaveOut }, join(built, 'pictures', folderPath))
      if (!served) return
      making = ladder.then((all) => all.make())
      making.catch(() => {}) // told where it is waited for
    },
    resolveId: (id) => (id === wanted ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return
      const list = await (await ladder)!.list()
      const known = Object.entries(list).map(([path, { width, height, blur, hash, widths }]) => [
        path,
        widths.length > 0 ? [width, height, blur, hash] : [width, height, blur],
      ])
      return `export const pictures = ${JSON.stringify(Object.fromEntries(known))}`
    },
    async writeBundle({ dir }) {
      if (!making) return
      await making
      await (await ladder)!.place(join(dir!, 'pictures'))
    },
  }
}
