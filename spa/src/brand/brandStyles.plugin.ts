import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { buildSettings } from './brand.ts'
import { withBreakpoints } from './breakpoints.ts'
import { withSystemTheme } from './colours.ts'

const { folderPath, fonts } = buildSettings

/** Fonts and colours of the brand, and the tokens shared by all brands. */
const sheets = [`fonts/${fonts}/fonts.css`, `${folderPath}/colours.css`, 'tokens.css'].map((name) =>
  join(import.meta.dirname, name),
)
const tokens = () =>
  withSystemTheme(withBreakpoints(sheets.map((path) => readFileSync(path, 'utf8')).join('\n')))
const fontURLs = /url\(([\w-]+\.woff2)\)/g

/**
 * Adds the dark theme as a system preference, and serves the tokens as /brand.css for documents outside the site that share its look:
 * the hosted card field and the local server's pages. Its fonts use the URLs that the site has already fetched.
 */
export function brandStyles(): Plugin {
  return {
    name: 'brand-sheet',
    enforce: 'pre',
    transform: { filter: { id: /\/colours\.css$/ }, handler: withSystemTheme },
    configureServer({ middlewares }) {
      middlewares.use('/brand.css', (_, answer) => {
        answer.setHeader('Content-Type', 'text/css')
        answer.end(tokens().replace(fontURLs, `url(/src/brand/fonts/${fonts}/$1)`))
      })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).filter((file) => file.type === 'asset')
        const source = tokens().replace(fontURLs, (_, font: string) => {
          const built = files.find(({ originalFileNames }) =>
            originalFileNames.some((f) => basename(f) === font),
          )
          if (!built) throw new Error(`${font} is not built`)
          return `url(/${built.fileName})`
        })
        this.emitFile({ type: 'asset', fileName: 'brand.css', source })
      },
    },
  }
}
