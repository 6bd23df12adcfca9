import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { readDrawing } from './drawFood.ts'

const here = import.meta.dirname
const moduleId = 'virtual:drawings'
const resolved = `\0${moduleId}`

/**
 * Bundles the drawings into sheets: one for layers, one for catering, and one for the dishes of all other folders, which share a menu.
 * A page loads two or three files instead of sixty. `virtual:drawings` maps dishes to sheets.
 */
export function drawings(): Plugin {
  let serving = false
  return {
    name: 'drawings',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    resolveId: (id) => (id === moduleId ? resolved : undefined),
    load(id) {
      if (id !== resolved) return
      const folders = readdirSync(join(here, 'dishes'))
      const sheetsRead = [readSheet('layer', [join(here, 'ingredients')], 'layers')]
      const sheetOf = { menu: folders.filter((name) => name !== 'catering'), catering: ['catering'] }
      for (const [name, of] of Object.entries(sheetOf)) {
        const inside = of.map((folder) => join(here, 'dishes', folder))
        sheetsRead.push(readSheet('dish', inside, name))
      }

      for (const { files } of sheetsRead) for (const file of files) this.addWatchFile(file)

      const dishes = Object.fromEntries(
        sheetsRead.slice(1).flatMap(({ name, sheet }) => sheet.map((d) => [d.id.slice(5), [name, d.height]])),
      )
      const sheets = sheetsRead.map(({ name, sheet }) => {
        const source = `<svg xmlns="http://www.w3.org/2000/svg">${sheet.map(({ id, body }) => `<g id="${id}">${body}</g>`).join('')}</svg>`
        if (serving)
          return `${JSON.stringify(name)}: ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(source)}`)}`
        const ref = this.emitFile({ type: 'asset', name: `${name}.svg`, source })
        return `${JSON.stringify(name)}: import.meta.ROLLUP_FILE_URL_${ref}`
      })
      return `export const sheets = { ${sheets.join(', ')} }\nexport const dishes = ${JSON.stringify(dishes)}`
    },
  }
}

/** Combines the drawings of folders into one sheet of symbols; `<use>` references them by id. */
function readSheet(kind: string, folders: string[], name: string) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((file) => join(folder, file)),
  )
  const sheet = files.map((file) => ({ id: `${kind}-${basename(file, '.svg')}`, ...readDrawing(file) }))
  return { name, files, sheet }
}
