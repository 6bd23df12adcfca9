import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brand } from './brand.ts'
import { coloursOf, withBrandColours } from './colours.ts'

const drawn = () =>
  withBrandColours(readFileSync(join(import.meta.dirname, 'signs.svg'), 'utf8'), coloursOf(brand.folderPath))

/**
 * Serves /signs.svg, the badges and signs that content names. It is shown as a picture, which asks no style sheet: the brand's colours
 * are written into it.
 */
export function signs(): Plugin {
  return {
    name: 'signs',
    configureServer({ middlewares }) {
      middlewares.use('/signs.svg', (_, answer) => {
        answer.setHeader('Content-Type', 'image/svg+xml')
        answer.end(drawn())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'signs.svg', source: drawn() })
    },
  }
}
