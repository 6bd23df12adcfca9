import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Maps are fetched as they are looked at: a guest sees a few states of sixty-four, and most brands no streets. */
const aside = /virtual:geography|maplibre|StreetMap/

/**
 * Makes dist/sw.js out of worker.ts once the site is built, for it names the site's files. Its name has no hash: browsers look at
 * that address for a newer one.
 */
export function offline(): Plugin {
  const assets: string[] = []
  let root = ''
  let out = ''
  return {
    name: 'offline',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
      out = config.build.outDir
    },
    writeBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.startsWith('assets/')) continue
        const from =
          file.type === 'chunk'
            ? [file.facadeModuleId ?? file.name]
            : [file.fileName, ...file.originalFileNames]
        if (!from.some((name) => aside.test(name))) assets.push(`/${file.fileName}`)
      }
    },
    async closeBundle() {
      const revision = (file: string) =>
        createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex')
          .slice(0, 16)
      const shell = [
        { url: '/shell.html', revision: revision('shell.html') },
        { url: '/boot.js', revision: revision('boot.js') },
      ]
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"' },
        plugins: [files({ assets: assets.sort(), shell })],
        build: {
          outDir: out,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'baseline-widely-available',
          rolldownOptions: {
            input: join(root, 'src/offline/worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

function files(list: object): Plugin {
  const wanted = 'virtual:offline-files'
  return {
    name: wanted,
    resolveId: (id) => (id === wanted ? `\0${id}` : undefined),
    load: (id) =>
      id === `\0${wanted}`
        ? Object.entries(list)
            .map(([name, value]) => `export const ${name}=${JSON.stringify(value)}`)
            .join('\n')
        : undefined,
  }
}
