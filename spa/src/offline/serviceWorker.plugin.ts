import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Chunks that are cached on use instead of precached, to save requests: maps (guests view a few of sixty-four states, and most brands have
 * no street map), content and account pages, the rules of points, forms, texts of countries without ordering, banners, and dishes that are
 * not sold here.
 */
const cachedOnUse =
  /virtual:geography|maplibre|StreetMap|features\/(content|board|soon|account|forms|item\/shelf)\/|app\/(account|forms|profile|loyaltyPage)\.chunk|@simplewebauthn|NoLocationsPage|LanguagePicker|PromotionsBar|catering-|api-docs|translations\/((?!en\.|fr-ca\.)[\w-]+\.(site|order)|[\w-]+\.(content|account|form))\./

/**
 * Builds dist/sw.js from worker.ts after the site, because it lists the site's files. Its name has no hash: browsers check that URL for
 * updates. `prefixes` are those of markets with ordering.
 */
export function offline(prefixes: readonly string[]): Plugin {
  const assets: string[] = []
  const translations: Record<string, string[]> = {}
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
      const files = Object.values(bundle).filter((file) => file.fileName.startsWith('assets/'))
      const chunks = files.filter((file) => file.type === 'chunk')
      const precached = chunks.filter(
        ({ facadeModuleId, name, moduleIds }) =>
          !cachedOnUse.test(facadeModuleId ?? name) &&
          (moduleIds.length === 0 || moduleIds.some((id) => !cachedOnUse.test(id))),
      )
      const document = String((bundle['index.html'] as Rolldown.OutputAsset).source) // it contains its style sheets
      const sheets = new Set(
        precached
          .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
          .filter((name) => !document.includes(name)),
      )
      const others = files.filter(
        (file) =>
          file.type === 'asset' &&
          (file.fileName.endsWith('.css')
            ? sheets.has(file.fileName)
            : ![file.fileName, ...file.originalFileNames].some((name) => cachedOnUse.test(name))),
      )
      for (const file of [...precached, ...others]) {
        const [, locale] =
          /^([a-z]{2}(?:-[a-z]{2})?)\.(?:site|order)-/.exec(file.fileName.slice('assets/'.length)) ?? []
        if (locale) translations[locale] = [...(translations[locale] ?? []), `/${file.fileName}`]
        else assets.push(`/${file.fileName}`)
      }
    },
    async closeBundle() {
      const revision = (file: string) =>
        createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex')
          .slice(0, 16)
      const shell = [{ url: '/shell.html', revision: revision('shell.html') }]
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: {
          'process.env.NODE_ENV': '"production"',
          __FILES__: JSON.stringify({ assets: assets.sort(), translations, prefixes, shell }),
        },
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
