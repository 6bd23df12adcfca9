import { readArguments } from './arguments.mjs'
import { buildProgram, prepare, run, node, root } from './build.mjs'
import { testBrowser } from './machine.mjs'
import { startStack } from './stack.mjs'
import { join } from 'node:path'

const { rest } = readArguments({ does: 'Runs the browser tests against a stack of their own. Playwright reads the arguments: a spec, -g NAME, --headed, ...', passOn: true })
await prepare({ tools: true })
await buildProgram('import') // tests import restaurants, menus and sold-out dishes while the server runs
const browser = testBrowser()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // which ends the stack
const stack = await startStack({ env: { KITCHEN_PACE: process.env.KITCHEN_PACE ?? '1' } })
await run(node(), [join(root, 'node_modules', '.bin', 'playwright'), 'test', '--config', 'spa/playwright.config.ts', ...rest], {
  env: { BASE_URL: stack.url, STACK_DATA: stack.dataDir, CHROMIUM: browser },
})
await stack.stop()
