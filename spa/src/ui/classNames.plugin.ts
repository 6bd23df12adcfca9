import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CSSModulesOptions, Plugin } from 'vite'

const folder = join(import.meta.dirname, '..')
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .sort()

/** Class names that compress well: the name in the sheet, and the sheet's number instead of a hash. */
export const shortClassNames: CSSModulesOptions = {
  generateScopedName: (name, file) => `${name}_${sheets.indexOf(relative(folder, file)).toString(36)}`,
}

/** The names are constants of the sheet's module. */
export const inlineConst = { mode: 'all', pass: 3 } as const

const imported = /^import (\w+) from ('.+\.module\.css')$/gm

/**
 * Imports each class name of a sheet by itself, so that the build inlines it and drops the object of names. Files that look names up in
 * that object keep it.
 */
export const inlineClassNames: Plugin[] = [
  {
    name: 'inline-class-names',
    apply: 'build', // unit tests and npm run dev read the object of names
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      handler: (code) => ({
        code: code.replace(imported, (statement, name, sheet) =>
          new RegExp(`\\b${name}\\[`).test(code) ? statement : `import * as ${name} from ${sheet}`,
        ),
        map: null, // lines stay where they are
      }),
    },
  },
  {
    name: 'keep-style-sheets',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      // Without this the build drops a sheet once all of its names are inlined.
      handler: () => ({ moduleSideEffects: 'no-treeshake' }),
    },
  },
]
