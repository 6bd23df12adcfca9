// Generates src/api/generated.ts from the golden OpenAPI document. Run from the root by `npm run gen`.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

// Paths are written as in specification §7 (/online-ordering/…); the base query adds the API's prefix and the page's language, so
// neither is a parameter. Nor are the headers that only the browser sets. Endpoints are named after their operation: getMenus.
const setElsewhere = ['Accept-Language', 'Content-Type', 'Cookie', 'Origin', 'Sec-Fetch-Site', 'User-Agent']
const document = JSON.parse(readFileSync(join(__dirname, '../functions/openapi.json'), 'utf8'))
const paths = Object.entries(document.paths).map(([path, operations]) => {
  for (const operation of Object.values(operations)) {
    operation.operationId = operation.operationId.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())
    operation.parameters = operation.parameters?.filter((p) => !setElsewhere.includes(p.name))
  }
  return [path.replace(/^\/api/, ''), operations]
})
const cache = join(__dirname, '../node_modules/.cache/openapi')
mkdirSync(cache, { recursive: true })
const schemaFile = join(cache, 'openapi.json')
writeFileSync(schemaFile, JSON.stringify({ ...document, paths: Object.fromEntries(paths) }))

const excluded =
  'postKitchenEvent postStripeEvent getImage queryContent queryOrders getGeoFromIp refresh logoutCustomer finishSocial finishSocialForm'

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile,
  // Relative to this file: an absolute path would be written into the client.
  apiFile: './src/api/api.ts',
  apiImport: 'api',
  outputFile: './src/api/generated.ts',
  exportName: 'generated',
  // Excluded: operations called by other systems or by <img>, and hand-written ones: GraphQL queries (content.ts), the country of
  // first visits (country.ts), the calls with the session's cookie (refresh.ts), and providers' answers.
  filterEndpoints: (name) => !excluded.split(' ').includes(name),
  hooks: true,
  tag: true,
  mergeReadWriteOnly: true,
  encodePathParams: true,
  // The base query's URLSearchParams encodes them; encoding twice would search for "Tulsa%2C OK".
  encodeQueryParams: false,
  useEnumType: false,
}
