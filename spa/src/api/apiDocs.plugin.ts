import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { brand } from '../brand/brand.ts'

const viewer = createRequire(import.meta.url)
const read = (file: string) => readFileSync(viewer.resolve(`swagger-ui-dist/${file}`))
/** Starts the viewer. validatorUrl null: the document is not sent to the vendor's validator. */
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })`

/**
 * Builds the page /api/docs, which shows /api/openapi.json. The local server and the bucket serve api-docs.html there. The viewer is
 * bundled, because the page's CSP allows no external scripts.
 */
export function apiDocs(): Plugin {
  return {
    name: 'api-docs',
    apply: 'build',
    generateBundle() {
      const address = (name: string, source: string | Buffer) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name: `api-docs-${name}`, source }))}`
      const source = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>API – ${brand.name}</title>
    <link rel="stylesheet" href="${address('viewer.css', read('swagger-ui.css'))}" />
    <script defer src="${address('viewer.js', read('swagger-ui-bundle.js'))}"></script>
    <script defer src="${address('start.js', start)}"></script>
  </head>
  <body>
    <div id="docs"></div>
  </body>
</html>
`
      this.emitFile({ type: 'asset', fileName: 'api-docs.html', source })
    },
  }
}
