import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const here = import.meta.dirname
/** On a wide screen a drawing of its own, on a phone the layer of every burger. */
const sources = { wide: join(here, 'art'), narrow: join(here, '../../food/ingredients') }

/**
 * Puts the drawings of the first screen into the document. As pictures of the style sheet each would be a document of its own,
 * which a phone lays out one after the other before it shows anything; in a script they would be in its way twice.
 */
export function heroArt(): Plugin {
  return {
    name: 'hero-art',
    transformIndexHtml(html) {
      const symbols = ['crown', 'lettuce', 'cheese', 'heel'].flatMap((layer) =>
        Object.entries(sources).map(([room, folder]) => {
          const file = join(folder, `${layer}.svg`)
          const drawn = /^<svg [^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(readFileSync(file, 'utf8'))
          if (!drawn) throw new Error(`${file}: not a drawing`)
          return `<symbol id="hero-${layer}-${room}" viewBox="${drawn[1]}" preserveAspectRatio="none">${drawn[2]}</symbol>`
        }),
      )
      // Of no size, and not hidden: what clips a drawing would be hidden with it.
      const sheet = `<svg width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`
      return html.replace('<div id="root"></div>', `$&${sheet}`)
    },
  }
}
