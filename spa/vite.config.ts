import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'
import { pay } from './pay/plugin.ts'
import { apiDocs } from './src/api/apiDocs.plugin.ts'
import { directImports } from './src/app/directImports.plugin.ts'
import { inlineStyles } from './src/app/inlineStyles.ts'
import { brand, buildSettings } from './src/brand/brand.ts'
import { brandStyles } from './src/brand/brandStyles.plugin.ts'
import { customMedia } from './src/brand/breakpoints.ts'
import { robots } from './src/brand/robots.plugin.ts'
import { signs } from './src/brand/signs.plugin.ts'
import { drawings } from './src/food/drawings.plugin.ts'
import { languages, translations } from './src/i18n/translations.plugin.ts'
import { geography } from './src/map/geography.plugin.ts'
import { markets, orderingMarkets } from './src/market/market.ts'
import { offline } from './src/offline/serviceWorker.plugin.ts'
import { pictures } from './src/picture/pictures.plugin.ts'
import { shellArt } from './src/picture/shellArt.plugin.ts'
import { webAppManifest } from './src/picture/webAppManifest.plugin.ts'
import { inlineClassNames, inlineConst, shortClassNames } from './src/ui/classNames.plugin.ts'
import { composedSource } from './src/ui/composedSource.plugin.ts'

const { folderPath, fonts, themeColor } = buildSettings

const root = import.meta.dirname
/** The only inline script of the document: the CSP contains its hash. */
const theme = readFileSync(join(root, '../infra/edge/theme.js'), 'utf8')
/** Cache of the scripts' builds. */
const cache = join(root, '../.local/build')
/** Output of this build: the served files, and data for the scripts in infra/verbs. */
const built = process.env.BUILD_DIR ?? join(cache, 'site')

/** Address of the Go server while `vite` serves the pages. */
const api = process.env.API_ORIGIN ?? 'http://localhost:8080'

/** Modules shared by several pages. */
const shared =
  /[\\/]src[\\/](app(?![\\/](?!shell)\w+\.chunk\.tsx?)|features[\\/](home|account[\\/]passkeys[\\/]offerState|item[\\/]selection|welcome[\\/](Banner|CountryOffer))|map[\\/](MapPin|SearchHere)|basket|ui|food|picture|market|money|time|brand|api|offline|i18n[\\/](i18n|pageBundles)).*\.(tsx?|css|json)$|virtual:(drawings|pictures|translations(\/pages)?$)/

let firstPage: Set<string> | undefined

/** Reports whether the first page needs the module: the imports of the entry, transitively. */
function isFirst(module: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
  if (!firstPage) {
    const found = new Set<string>()
    const walk = (id: string) => {
      if (found.has(id)) return
      found.add(id)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) walk(imported)
    }
    walk(join(root, 'src/main.tsx'))
    firstPage = found
  }
  return firstPage.has(module)
}

/**
 * Passes the hashed names of the translation chunks to boot.js, so that they load in parallel with the code, and inlines the texts that
 * the document shows without them.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const words = (name: string) => {
          const file = files.find((f) => f.name === name)
          return file ? [`/${file.fileName}`] : []
        }
        const pages = files.find((f) => f.moduleIds.includes(join(root, 'src/app/pages.tsx')))
        const later = pages && !html.includes(pages.fileName) ? [`/${pages.fileName}`] : []
        // Per market: language, bundle of every page, and what the pages after the home page need: their bundle, and their routes.
        const chunks = markets.map(({ prefix, lang, locale, acceptsOrders }) => {
          const l = languages.find((language) => language === locale) ?? 'en'
          return [
            prefix,
            lang,
            ...words(`${l}.site`),
            ...words(`${l}.${acceptsOrders ? 'order' : 'content'}`),
            ...later,
          ]
        })
        const said = languages.map((l) => ({
          lang: l,
          ...JSON.parse(readFileSync(join(root, `../locales/${l}/app.json`), 'utf8')),
        }))
        // The logo; publishing sets its link to the market's home.
        const mark = `<header><a href="/" aria-label="${brand.name}"><svg width="84" height="48" viewBox="0 0 147 84" aria-hidden="true"><use href="#logo" /></svg></a></header>`
        const noscript = said.map((w) => `<p lang="${w.lang}">${w['needs-javascript']}</p>`).join('')
        const lost = said.map(
          (w) =>
            `<template lang="${w.lang.slice(0, 2)}" data-title="${w['away-title']}" data-line="${w['away-line']}" data-again="${w['try-again']}"></template>`,
        )
        return html
          .replace(
            '<script src="/boot.js"',
            `<script>${theme}</script>$& data-ahead='${JSON.stringify(chunks)}'`,
          )
          .replace(
            '<noscript></noscript>',
            `<noscript>${mark}<main>${noscript}</main></noscript>${lost.join('')}`,
          )
      },
    },
  }
}

/** The icon in the document, as a data URL: as a file it would be a request of each session. */
const icon = () =>
  `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, 'src/brand', folderPath, 'icon.svg'), 'utf8').trim())}`

/** The built document is the shell of all pages; publishing renders into it. */
const shell: Plugin = {
  name: 'shell',
  apply: 'build',
  // boot.js is not built, only minified. Its name has a hash, so that browsers and the service worker request it once a release.
  generateBundle: {
    order: 'pre',
    handler() {
      const source = minifySync('boot.js', readFileSync(join(root, 'public/boot.js'), 'utf8')).code
      this.emitFile({ type: 'asset', name: 'boot.js', source })
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle).filter((file) => file.type === 'asset')
      const boot = files.find(({ names }) => names.includes('boot.js'))!
      const linked = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g
      const sheets = [...html.matchAll(linked)].map(([, name]) => {
        const text = String(files.find(({ fileName }) => fileName === name)!.source)
        const digest = createHash('sha256').update(text).digest('base64')
        return { href: `/${name}`, text, name: `sha256-${digest}` }
      })
      // The CSP header of all pages leaves style elements open; this allows only those of the document.
      const policy = `<meta http-equiv="Content-Security-Policy" content="style-src-elem 'self'" />`
      const restricted = html.replace(linked, '').replace('<meta charset="utf-8" />', `$&${policy}`)
      return inlineStyles(restricted, sheets).replace('"/boot.js"', `"/${boot.fileName}"`)
    },
  },
  writeBundle({ dir }) {
    renameSync(join(dir!, 'index.html'), join(dir!, 'shell.html'))
    mkdirSync(built, { recursive: true })
    renameSync(join(dir!, '.vite/manifest.json'), join(built, 'manifest.json'))
    rmdirSync(join(dir!, '.vite'))
  },
}

/** File of the brand's heading font; undefined for system fonts. */
const poster = /url\(([\w-]+\.woff2)\)/.exec(
  readFileSync(join(root, 'src/brand/fonts', fonts, 'fonts.css'), 'utf8'),
)?.[1]

/** Largest file that guests may send, in megabytes. Not in the brand's settings: those are part of the first page's script. */
const { uploadMegabytes } = JSON.parse(
  readFileSync(join(root, '../shared/brand/brands', folderPath, 'ordering.json'), 'utf8'),
)

/** Inserts the brand's name into the document. */
const branded: Plugin = {
  name: 'branded',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('%BRAND_COLOR%', themeColor)
        .replace('%BRAND_NAME%', brand.name)
        .replace('%BRAND_ICON%', icon)
        .replace(
          '%BRAND_FONTS%',
          poster
            ? `<link rel="preload" href="/src/brand/fonts/${fonts}/${poster}" as="font" type="font/woff2" crossorigin />`
            : '',
        ),
  },
}

/** Build of the browser's bundle; with --ssr of the bundle that renders pages in Node. */
export default defineConfig(({ isSsrBuild }) => ({
  root,
  define: {
    __BRAND__: JSON.stringify(brand),
    __BUILD_SETTINGS__: JSON.stringify(buildSettings),
    __UPLOAD_MEGABYTES__: uploadMegabytes,
  },
  resolve: {
    alias: {
      '#brand': join(root, 'src/brand', folderPath),
      '#fonts': join(root, 'src/brand/fonts', fonts),
    },
  },
  css: { modules: shortClassNames, postcss: { plugins: [composedSource, customMedia] } },
  plugins: [
    react(),
    inlineClassNames,
    branded,
    drawings(),
    geography(),
    pictures(folderPath, cache),
    translations(),
    ...(isSsrBuild
      ? []
      : [
          apiDocs(),
          brandStyles(),
          signs(),
          shellArt(),
          webAppManifest(),
          robots(),
          directImports('ordering', 'save-for-next-time'),
          firstPaint(),
          shell,
          offline(orderingMarkets.flatMap(({ prefix }) => prefix || [])),
          pay(),
        ]),
  ],
  build: {
    outDir: join(built, isSsrBuild ? 'render' : 'site'),
    emptyOutDir: true,
    copyPublicDir: false, // boot.js is emitted
    manifest: !isSsrBuild,
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The street map library is a single chunk of that size, loaded on demand; all other chunks are far smaller, and the first visit
    // has its own budgets.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: isSsrBuild
      ? { checks: { bundlerTimings: false } }
      : {
          optimization: { inlineConst },
          checks: { bundlerTimings: false }, // clipping the maps takes half of the build time
          output: {
            // Shorter than by default: the first page's script names these files, and hashes do not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              // Two shared files for all pages and one for all except the home page, instead of twenty partly shared ones; each page
              // adds one more.
              groups: [
                // boot.js evaluates each file in a task of its own: three short ones instead of a long one.
                {
                  name: 'vendor-react',
                  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]app[\\/]react\.ts$/,
                },
                { name: 'vendor-router', test: /node_modules[\\/]react-router[\\/]/ },
                {
                  name: 'vendor',
                  test: /node_modules[\\/](?!simple-icons|react-hook-form|@hookform|valibot|maplibre-gl)|^\0(vite\/preload-helper|rolldown\/runtime)/,
                },
                {
                  name: (id, graph) => (isFirst(id, graph) ? 'site' : null),
                  debugName: 'site',
                  test: shared,
                },
                {
                  name: 'ordering',
                  test: (id) =>
                    shared.test(id) || /node_modules[\\/](react-hook-form|@hookform|valibot)/.test(id),
                },
                // The confirmation of an order needs these parts of the account pages.
                { name: 'save-for-next-time', test: /[\\/]account[\\/]SaveForNextTime\.tsx$/ },
              ],
            },
          },
        },
  },
  server: {
    proxy: {
      '/api': api,
      '/content': api,
      '/graphql': api,
      '/image': api,
      '/pictures': api,
      '/sandbox': api,
    },
  },
}))
