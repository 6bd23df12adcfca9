// npm run e2e [-- playwright arguments]: the browser tests against a stack of their own.
import { buildProgram, prepare, run, node, root } from './build.mjs'
import { testBrowser } from './machine.mjs'
import { startStack } from './stack.mjs'
import { join } from 'node:path'

await prepare()
await buildProgram('import') // tests import restaurants, menus and sold-out dishes while the server runs
const browser = testBrowser()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // which ends the stack
const stack = await startStack({ env: { KITCHEN_PACE: process.env.KITCHEN_PACE ?? '1' } })
await run(node(), [join(root, 'node_modules', '.bin', 'playwright'), 'test', '--config', 'spa/playwright.config.ts', ...process.argv.slice(2)], {
  env: { BASE_URL: stack.url, STACK_DATA: stack.dataDir, CHROMIUM: browser },
})
await stack.stop()
