import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brand, buildSettings } from '../brand/brand.ts'
import { readDrawing } from '../food/drawFood.ts'

const { folderPath } = buildSettings

const folder = import.meta.dirname
/** Wide screens use drawings of their own, phones the layers of burgers. */
const hero = { wide: join(folder, '../features/home/art'), narrow: join(folder, '../food/ingredients') }

/** Converts a drawing to an SVG symbol; a stretched one fills its box. */
function symbol(id: string, file: string, stretched = false): string {
  const { width, height, body } = readDrawing(file)
  const fill = stretched ? ' preserveAspectRatio="none"' : ''
  return `<symbol id="${id}" viewBox="0 0 ${width} ${height}"${fill}>${body}</symbol>`
}

/**
 * Inlines the logo and the drawings of the first screen in the document. As CSS images each would be a document that phones lay out one
 * by one before the first paint; in a script they would block twice.
 */
export function shellArt(): Plugin {
  return {
    name: 'shell-art',
    transformIndexHtml(html) {
      const layers = (brand.burgers ? ['crown', 'lettuce', 'cheese', 'heel'] : []).flatMap((layer) =>
        Object.entries(hero).map(([variant, folder]) =>
          symbol(`hero-${layer}-${variant}`, join(folder, `${layer}.svg`), true),
        ),
      )
      const symbols = [symbol('logo', join(folder, '../brand', folderPath, 'logo.svg')), ...layers]
      // Zero size instead of hidden: hidden would disable its clip paths.
      const sheet = `<svg width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`
      return html.replace('<div id="root"></div>', `$&${sheet}`)
    },
  }
}
