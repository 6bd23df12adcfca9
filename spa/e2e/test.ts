import { test as base, expect } from '@playwright/test'
import { startStack } from '../../infra/verbs/stack.mjs'
import type { Basket } from '../src/api/generated'
import { Counter, carry, type Guest } from './counter'
import { Faults } from './faults'
import { type Hand, handOn } from './input'
import { en, type Site } from './sites'
import { Stack } from './stack'
import { type Call, menuIn, type Say, wordsOf } from './words'

export { expect }

interface World {
  /** Starts an own stack with this environment. Required for tests that move the clock, set a switch or import. */
  own: Record<string, string> | undefined
  stack: Stack
  site: Site
  input: 'mouse' | 'keyboard'
  /** Input of the guest on the test's page. */
  hand: Hand
  /** Texts of the site, and names on its menu. */
  say: Say
  call: Call
  guest: Guest
  /** API calls at the site, instead of clicks. */
  counter: Counter
  /** Gives the browser a basket with a held time at a location, by default with a lunch at the site's location. */
  bag: (dishes?: Record<string, number>, location?: string) => Promise<Basket>
  /** Whether the guest has answered the banners of a first visit: cookies, country, language. */
  settled: boolean
  /** Fails the test for invisible faults. */
  faults: Faults
}

/** Lifetime of the answers' cookies in seconds (specification §9). */
const answerAge = 63_115_200

/** CPU throttling factor of every page: CPU_SLOWDOWN=10 npm run e2e. */
const slowdown = Number(process.env.CPU_SLOWDOWN ?? 1)

/** Cookies of a returning guest (spa/src/market/storedChoices.ts). */
const answers = [
  'cookieConsent',
  'hidePromotionsBar',
  'hideContinueToInternationalSitePrompt',
  'language',
  'site',
]

/** A lunch for two. */
export const lunch = { 'the-big-deal': 2, 'pit-fries': 1 }

export const test = base.extend<World>({
  own: [undefined, { option: true }],

  stack: async ({ own }, use) => {
    const shared = () => {
      throw new Error(
        'the shared stack has one log for all tests: use a stack of its own, test.use({ own: {} })',
      )
    }
    if (!own) return use(new Stack(process.env.BASE_URL!, process.env.STACK_DATA!, shared))
    const running = await startStack({ env: own })
    await use(new Stack(running.url, running.dataDir, running.log))
    await running.stop()
  },

  settled: [true, { option: true }],
  context: async ({ context, baseURL, settled }, use, info) => {
    const expires = Date.now() / 1000 + answerAge
    if (settled)
      await context.addCookies(answers.map((name) => ({ name, value: 'true', url: baseURL!, expires })))
    if (slowdown > 1) {
      info.setTimeout(info.timeout * slowdown)
      context.on('page', async (page) => {
        const devtools = await context.newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      })
    }
    await use(context)
    // Ignore requests in flight at teardown.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },

  site: [en, { option: true }],
  input: ['mouse', { option: true }],
  hand: async ({ page, input }, use) => use(handOn(page, input)),
  say: async ({ site }, use) => use(wordsOf(site.locale)),
  call: async ({ site }, use) => use(menuIn(site.locale)),

  baseURL: async ({ stack }, use) => use(stack.url),

  guest: async ({ site }, use) => {
    const id = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
    // Letters only: digits could contain a text that a test searches for.
    const firstName = `D${id.replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`
    await use({
      firstName,
      lastName: 'Whitaker',
      email: `${firstName}@example.com`.toLowerCase(),
      phone: site.phone,
    })
  },

  counter: async ({ stack, site }, use) => use(new Counter(stack.url, site.locale)),
  bag: async ({ context, stack, site, counter }, use) =>
    use(async (dishes = lunch, location = site.location) => {
      const basket = await counter.basket(location, dishes)
      await carry(context, stack.url, basket)
      return basket
    }),

  faults: [
    async ({ context }, use) => {
      const faults = Faults.of(context)
      await use(faults)
      expect(faults.report(), 'what went wrong behind the page').toEqual([])
    },
    { auto: true },
  ],
})
