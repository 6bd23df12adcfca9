import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CSSOptions } from 'vite'

type PostCSSPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const definition = /@custom-media (--[\w-]+) ([^;]+);\n?/g

/** Media queries of tokens.css by breakpoint name. */
export const breakpoints: ReadonlyMap<string, string> = new Map(
  [...tokens.matchAll(definition)].map(([, name = '', query = '']) => [name, query]),
)

/** Replaces breakpoint names in a media query. Throws on a name that tokens.css does not define. */
function written(query: string): string {
  return query.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
    const found = breakpoints.get(name)
    if (!found) throw new Error(`tokens.css defines no breakpoint ${name}`)
    return found
  })
}

/** Replaces breakpoint names in a style sheet by their media queries. */
export const withBreakpoints = (css: string) =>
  css.replace(definition, '').replace(/@media [^{]+/g, (rule) => written(rule))

/** PostCSS plugin with the same replacement, for Vite: browsers do not support @custom-media yet. */
export const customMedia: PostCSSPlugin = {
  postcssPlugin: 'custom-media',
  OnceExit(sheet) {
    sheet.walkAtRules('custom-media', (rule) => void rule.remove())
    sheet.walkAtRules('media', (rule) => {
      rule.params = written(rule.params)
    })
  },
}
