import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { brand } from './brand.ts'
import { withBreakpoints } from './breakpoints.ts'
import { withSystemTheme } from './colours.ts'

/** The fonts and the colours of the brand, and what all brands share. */
const sheets = [`fonts/${brand.fonts}/fonts.css`, `${brand.folderPath}/colours.css`, 'tokens.css'].map(
  (name) => join(import.meta.dirname, name),
)
const tokens = () =>
  withSystemTheme(withBreakpoints(sheets.map((path) => readFileSync(path, 'utf8')).join('\n')))
const fonts = /url\(([\w-]+\.woff2)\)/g

/**
 * Tells the dark theme of the brand by the system too, and serves the tokens as /brand.css for documents that are not of the site and look like it: the hosted card field, the pages
 * of the machine. Its fonts are those that the site has already fetched.
 */
export function brandStyles(): Plugin {
  return {
    name: 'brand-sheet',
    enforce: 'pre',
    transform: { filter: { id: /\/colours\.css$/ }, handler: withSystemTheme },
    configureServer({ middlewares }) {
      middlewares.use('/brand.css', (_, answer) => {
        answer.setHeader('Content-Type', 'text/css')
        answer.end(tokens().replace(fonts, `url(/src/brand/fonts/${brand.fonts}/$1)`))
      })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).filter((file) => file.type === 'asset')
        const source = tokens().replace(fonts, (_, font: string) => {
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
