import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { buildSettings } from './brand.ts'
import { coloursOf, withBrandColours } from './colours.ts'

const { folderPath } = buildSettings

const drawn = () =>
  withBrandColours(readFileSync(join(import.meta.dirname, 'signs.svg'), 'utf8'), coloursOf(folderPath))

/** Serves /signs.svg, the badges and icons in content. An image has no style sheet, so the brand's colours are inlined. */
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
