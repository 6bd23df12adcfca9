import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { drawings } from './src/food/drawings.ts'

const root = import.meta.dirname
const locales = ['en', 'fr-ca'] as const

/** Where the Go server listens while `vite` serves the pages. */
const api = process.env.API_ORIGIN ?? 'http://localhost:8080'

/**
 * Tells boot.js the hashed names of the locale chunks, so that the words are fetched beside the
 * code and not after it, and fills in from the locales what the document says without any of them.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks: Record<string, string> = {}
        for (const file of Object.values(bundle ?? {})) {
          if (file.type !== 'chunk') continue
          const locale = locales.find((l) => file.facadeModuleId === join(root, `src/i18n/${l}.ts`))
          if (locale) chunks[locale] = `/${file.fileName}`
        }
        const words = locales.map((l) => ({
          lang: l,
          ...JSON.parse(readFileSync(join(root, `../locales/${l}/app.json`), 'utf8')),
        }))
        const noscript = words.map((w) => `<p lang="${w.lang}">${w['needs-javascript']}</p>`).join('')
        const lost = words.map(
          (w) =>
            `<template lang="${w.lang.slice(0, 2)}" data-title="${w['away-title']}" data-line="${w['away-line']}" data-again="${w['try-again']}"></template>`,
        )
        return html
          .replace(
            '<script src="/boot.js"',
            `<script src="/boot.js" data-locales='${JSON.stringify(chunks)}'`,
          )
          .replace('<noscript></noscript>', `<noscript>${noscript}</noscript>${lost.join('')}`)
      },
    },
  }
}

export default defineConfig({
  root,
  plugins: [react(), drawings(), firstPaint()],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two files that every page needs, rather than twenty that each needs some of; a page is one more.
          groups: [
            { name: 'vendor', test: /node_modules[\\/](?!react-hook-form|@hookform|valibot)/ },
            {
              name: 'site',
              test: /[\\/]src[\\/](app|ui|food|market|money|time|brand|api|i18n[\\/](i18n|words)).*\.(tsx?|css)$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': api, '/sandbox': api },
  },
})
