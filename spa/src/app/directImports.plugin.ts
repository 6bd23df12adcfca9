import type { Plugin } from 'vite'

/** Matches the code of a facade: a chunk that only exports names of another one. */
const facade = /^export\s*\{([^}]+)\}\s*from\s*["']\.\/([^"']+)["'];?\s*$/

/** Returns the code that takes the exports of a facade from the other chunk: `a as b` becomes `b:m.a`. */
const members = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/))
    .map(([name, exported = name]) => `${exported}:m.${name}`)
    .join()

/**
 * Removes the facades of the chunks of these groups: a dynamic import reads the chunk itself. Rolldown writes a facade for each dynamically
 * imported module of a group, and each file is a request (https://github.com/rolldown/rolldown/issues/9729). Hashed names stay valid:
 * the importer's depends on the facade's name, and that on its code.
 */
export const directImports = (...groups: readonly string[]): Plugin => ({
  name: 'direct-imports',
  apply: 'build',
  generateBundle: {
    order: 'pre', // before Vite lists the files to preload
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { fileName, code, isDynamicEntry } of chunks) {
        const [, names, target] = (isDynamicEntry && facade.exec(code)) || []
        const isOfGroup = chunks.some((c) => groups.includes(c.name) && c.fileName.endsWith(`/${target}`))
        if (!names || !isOfGroup) continue
        const path = `./${fileName.slice(fileName.lastIndexOf('/') + 1)}`
        for (const importer of chunks) {
          for (const quote of ['`', '"', "'"])
            importer.code = importer.code.replaceAll(
              `import(${quote}${path}${quote})`,
              () => `import("./${target}").then(m=>({${members(names)}}))`,
            )
        }
        delete bundle[fileName]
      }
    },
  },
})
