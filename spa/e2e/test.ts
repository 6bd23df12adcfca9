import { test as base, expect } from '@playwright/test'
import { startStack } from '../../infra/verbs/stack.mjs'
import type { Basket } from '../src/api/generated'
import { ApiClient, type Guest, setBasketCookie } from './apiClient'
import { Faults } from './faults'
import { en, type Site } from './sites'
import { Stack } from './stack'
import { type MenuName, menuNamesIn, type TextPatterns, textsIn } from './texts'
import { type User, userOf } from './user'

export { expect }

interface Fixtures {
  /** Starts an own stack with this environment. Required for tests that move the clock, set a switch or import. */
  own: Record<string, string> | undefined
  stack: Stack
  site: Site
  input: 'mouse' | 'keyboard'
  /** Acts on the test's page by `input`. */
  user: User
  /** Patterns for the site's texts by key, and names on its menu by id. */
  text: TextPatterns
  menuName: MenuName
  guest: Guest
  /** Prepares state by API calls instead of clicks. */
  api: ApiClient
  /** Creates a basket with a held time and sets its cookie in the browser. Default: `lunch` at the site's location. */
  createBasket: (dishes?: Record<string, number>, location?: string) => Promise<Basket>
  /** Whether the guest has answered the banners of a first visit: cookies, country, language. */
  bannersAnswered: boolean
  /** Fails the test for invisible faults. */
  faults: Faults
}

/** Lifetime of the `answerCookies` in seconds (specification §9). */
const answerCookieAge = 63_115_200

/** CPU throttling factor of every page: CPU_SLOWDOWN=10 npm run e2e. */
const slowdown = Number(process.env.CPU_SLOWDOWN ?? 1)

/** Cookies of a returning guest (spa/src/market/storedChoices.ts). */
const answerCookies = [
  'cookieConsent',
  'hidePromotionsBar',
  'hideContinueToInternationalSitePrompt',
  'language',
  'site',
]

/** A lunch for two. */
export const lunch = { 'the-big-deal': 2, 'pit-fries': 1 }

export const test = base.extend<Fixtures>({
  own: [undefined, { option: true }],

  stack: async ({ own }, use) => {
    const noSharedLog = () => {
      throw new Error(
        'the shared stack has one log for all tests: use a stack of its own, test.use({ own: {} })',
      )
    }
    if (!own) return use(new Stack(process.env.BASE_URL!, process.env.STACK_DATA!, noSharedLog))
    const running = await startStack({ env: own })
    await use(new Stack(running.url, running.dataDir, running.log))
    await running.stop()
  },

  bannersAnswered: [true, { option: true }],
  context: async ({ context, baseURL, bannersAnswered }, use, info) => {
    const expires = Date.now() / 1000 + answerCookieAge
    if (bannersAnswered)
      await context.addCookies(answerCookies.map((name) => ({ name, value: 'true', url: baseURL!, expires })))
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
  user: async ({ page, input }, use) => use(userOf(page, input)),
  text: async ({ site }, use) => use(textsIn(site.locale)),
  menuName: async ({ site }, use) => use(menuNamesIn(site.locale)),

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

  api: async ({ stack, site }, use) => use(new ApiClient(stack.url, site.locale)),
  createBasket: async ({ context, stack, site, api }, use) =>
    use(async (dishes = lunch, location = site.location) => {
      const basket = await api.createBasket(location, dishes)
      await setBasketCookie(context, stack.url, basket)
      return basket
    }),

  faults: [
    async ({ context }, use) => {
      const faults = Faults.of(context)
      await use(faults)
      expect(faults.report(), 'invisible faults').toEqual([])
    },
    { auto: true },
  ],
})
