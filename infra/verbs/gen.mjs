import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { checkMachine, fail, install, node, photosDir, root, run, tool } from './build.mjs'

/**
 * The files that it writes. Two files depend only on the Go and Node versions and have their own commands: shared/location/zoneinfo
 * (infra/seed/zoneinfo) and shared/locale/testdata/intl.json (intl.mjs beside it).
 */
const generated = [
  'shared/brand/records.go', 'functions/openapi.json', 'spa/src/market/categories.ts', 'spa/src/api/generated.ts', 'infra/edge/pages.json',
  'infra/edge/pages.min.js', 'shared/location/gazetteer.txt.gz', 'shared/customer/common/common.bin',
]
const contents = () =>
  generated.map((name) => {
    const path = join(root, name)
    if (!existsSync(path)) return { path }
    const { atime, mtime } = statSync(path) // destructured: in newer Node versions a copy of the Stats object has no times
    return { path, text: readFileSync(path, 'latin1'), atime, mtime }
  })

const { check } = readArguments({
  description: 'Generates files from the operations, the brand and category records, and the packages of postal codes and common passwords, and makes the masters of the pictures.',
  options: { check: 'fails when a file changes, and makes no pictures' },
})
checkMachine()
await install({ tools: true })
const before = contents()
await run('go', ['test', './shared/brand', '-run', 'TestRecordsAreGolden', '-count=1', '-update'])
await run(node(), ['infra/verbs/writeCategories.mjs'])
await run(node(), ['infra/verbs/writeEdgePages.mjs'])
await run('go', ['test', './functions', '-run', 'TestOpenAPIDocumentIsGolden', '-count=1', '-update'])
await run('go', ['run', './infra/seed/gazetteer', 'node_modules/zipcodes', 'shared/location/gazetteer.txt.gz'])
await run('go', ['run', './infra/seed/commonpasswords', 'node_modules/@zxcvbn-ts/language-common', 'shared/customer/common/common.bin'])
await tool('rtk-query-codegen-openapi', ['spa/openapi-codegen.cjs'])
await tool('biome', ['format', '--config-path=spa/biome.config.json', '--write', 'spa/src/api/generated.ts'])
const after = contents()
// Restore the times of unchanged files: Go's test cache and our builds then have nothing to do.
for (const [i, { path, text, atime, mtime }] of before.entries()) if (text === after[i].text && mtime) utimesSync(path, atime, mtime)
if (check) {
  const stale = generated.filter((_, i) => before[i].text !== after[i].text)
  if (stale.length) fail(`These generated files were stale and are fresh now: ${stale.join(', ')}. Look at the difference and commit it.`)
} else await run(node(), ['infra/verbs/pictures.mjs'], { env: { PICTURES: photosDir } })
