import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brand } from '../brand/brand.ts'
import { readDrawing } from '../food/drawFood.ts'

const here = import.meta.dirname
/** On a wide screen a drawing of its own, on a phone the layer of every burger. */
const hero = { wide: join(here, '../features/home/art'), narrow: join(here, '../food/ingredients') }

/** A drawing as a symbol of the document; a stretched one fills whatever it is put into. */
function symbol(id: string, file: string, stretched = false): string {
  const { width, height, body } = readDrawing(file)
  const fill = stretched ? ' preserveAspectRatio="none"' : ''
  return `<symbol id="${id}" viewBox="0 0 ${width} ${height}"${fill}>${body}</symbol>`
}

/**
 * Puts the mark and the drawings of the first screen into the document. As pictures of the style sheet each would be a document of its
 * own, which a phone lays out one after the other before it shows anything; in a script they would be in its way twice.
 */
export function shellArt(): Plugin {
  return {
    name: 'shell-art',
    transformIndexHtml(html) {
      const layers = (brand.burgers ? ['crown', 'lettuce', 'cheese', 'heel'] : []).flatMap((layer) =>
        Object.entries(hero).map(([room, folder]) =>
          symbol(`hero-${layer}-${room}`, join(folder, `${layer}.svg`), true),
        ),
      )
      const symbols = [symbol('logo', join(here, '../brand', brand.folderPath, 'logo.svg')), ...layers]
      // Of no size, and not hidden: what clips a drawing would be hidden with it.
      const sheet = `<svg width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`
      return html.replace('<div id="root"></div>', `$&${sheet}`)
    },
  }
}
