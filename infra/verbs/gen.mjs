// npm run gen: writes every generated file anew. `npm test` runs it and fails when that changes anything.
import { checkMachine, install, run, tool } from './build.mjs'

checkMachine()
await install()
await run('go', ['test', './functions', '-run', 'TestOpenAPIDocumentIsGolden', '-count=1', '-update'])
await tool('rtk-query-codegen-openapi', ['spa/openapi-codegen.cjs'])
await tool('biome', ['format', '--config-path=spa', '--write', 'spa/src/api/generated.ts'])
