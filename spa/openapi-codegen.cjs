// Generates src/api/generated.ts from the golden OpenAPI document. Run from the root by `npm run gen`.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

// A path reads as specification §7 names it (/online-ordering/…); the base query adds the API's own prefix, and the
// language of the page, so neither is an argument of every call. An endpoint is named as its operation: getMenus.
const document = JSON.parse(readFileSync(join(__dirname, '../functions/openapi.json'), 'utf8'))
const paths = Object.entries(document.paths).map(([path, operations]) => {
  for (const operation of Object.values(operations)) {
    operation.operationId = operation.operationId.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())
    operation.parameters = operation.parameters?.filter((p) => p.name !== 'Accept-Language')
  }
  return [path.replace(/^\/api/, ''), operations]
})
const cache = join(__dirname, '../node_modules/.cache/openapi')
mkdirSync(cache, { recursive: true })
const schemaFile = join(cache, 'openapi.json')
writeFileSync(schemaFile, JSON.stringify({ ...document, paths: Object.fromEntries(paths) }))

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile,
  // Relative to this file: an absolute one would be written into the client as it is.
  apiFile: './src/api/api.ts',
  apiImport: 'api',
  outputFile: './src/api/generated.ts',
  exportName: 'generated',
  // Called by other systems, or by <img>, not by the page; and what is written by hand: the graph's queries (content.ts), and what a
  // first visit asks (country.ts).
  filterEndpoints: (name) => !['postKitchenEvent', 'getImage', 'queryContent', 'getGeoFromIp'].includes(name),
  hooks: true,
  tag: true,
  mergeReadWriteOnly: true,
  encodePathParams: true,
  // The base query's URLSearchParams encodes them; twice would search for "Tulsa%2C OK".
  encodeQueryParams: false,
  useEnumType: false,
}
