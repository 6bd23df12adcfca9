import { readArguments } from './arguments.mjs'
import { buildProgram, prepare, run, node, root } from './build.mjs'
import { testBrowser } from './testRequirements.mjs'
import { startStack } from './stack.mjs'
import { join } from 'node:path'

const { rest } = readArguments({
  description: 'Runs the browser tests against a stack of their own: those of npm test, or those named. Playwright reads the arguments; these are the usual ones.',
  positionals: { '[SPEC...]': 'runs the files of spa/e2e with this text in the name: cart, order.spec:40 for the test at line 40' },
  options: {
    'grep=TEXT': 'runs the tests with this text in the name; also -g TEXT',
    headed: 'shows the browser',
    'trace=on': 'records each test, to be looked at with playwright show-trace',
    'workers=N': 'runs N tests at a time (2)',
    list: 'prints the tests and runs none',
  },
  env: {
    TEST_LONG: '1 runs the tests marked @long and @audit instead, those marked @both on a phone too',
    KITCHEN_PACE: 'seconds that the kitchen simulator takes for a step (1)',
    CHROMIUM: 'the browser, if not the one that is found or installed',
  },
  passThrough: true,
})
await prepare({ tools: true })
await buildProgram('import') // tests import locations, menus and availability while the server runs
const browser = testBrowser()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // stops the stack
const stack = await startStack({ env: { KITCHEN_PACE: process.env.KITCHEN_PACE ?? '1' } })
await run(node(), [join(root, 'node_modules', '.bin', 'playwright'), 'test', '--config', 'spa/playwright.config.ts', ...rest], {
  env: { BASE_URL: stack.url, STACK_DATA: stack.dataDir, CHROMIUM: browser },
})
await stack.stop()
