import { test as base, expect } from '@playwright/test'
import { startStack } from '../../infra/verbs/stack.mjs'
import { Faults } from './faults'
import { Stack } from './stack'

export { expect }

/** A guest of this test alone, so that its slip on the rail and its mail can be told from those of other tests. */
export interface Guest {
  firstName: string
  lastName: string
  email: string
  phone: string
}

interface World {
  /** A stack of the test's own, with this environment. Needed by whoever moves the clock, turns a switch or imports. */
  own: Record<string, string> | undefined
  stack: Stack
  guest: Guest
  /** Fails the test for what goes wrong unseen. */
  faults: Faults
}

export const test = base.extend<World>({
  own: [undefined, { option: true }],

  stack: async ({ own }, use) => {
    if (!own) return use(new Stack(process.env.BASE_URL!, process.env.STACK_DATA!))
    const running = await startStack({ env: own })
    await use(new Stack(running.url, running.dataDir))
    await running.stop()
  },

  baseURL: async ({ stack }, use) => use(stack.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  guest: async ({}, use) => {
    const id = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
    const firstName = `D${id.replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`
    await use({ firstName, lastName: 'Whitaker', email: `${id}@example.com`, phone: '(918) 555-0141' })
  },

  faults: [
    async ({ context }, use) => {
      const faults = Faults.of(context)
      await use(faults)
      expect(faults.report(), 'what went wrong behind the page').toEqual([])
    },
    { auto: true },
  ],
})
