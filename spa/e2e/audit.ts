import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'
import { leftEnglish } from './words'

/** The rules that look at colours: the others find the same in the light and in the dark. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** The rules that speak of a page, which a document inside of one is not. */
const ofPage = ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass']

interface Scope {
  /** Looks at this alone: what has just been opened on a page that was looked at before. */
  within?: string
  /** By these rules alone. */
  only?: string[]
  /** By all but this one. */
  except?: string
}

/**
 * What axe finds by all of its rules, those of the newest WCAG included. Nothing is excused. The card field and the bank's page
 * are documents of their own, and are looked at as such.
 */
export async function violations(page: Page, scope: Scope = {}): Promise<string[]> {
  const found = []
  for (const frame of page.frames()) found.push(...(await violationsOf(frame, scope)))
  return found
}

async function violationsOf(frame: Frame, { within, only, except }: Scope): Promise<string[]> {
  const inside = frame.parentFrame() !== null
  if (within && inside) return []
  const options: axe.RunOptions = {
    rules: {
      'target-size': { enabled: true },
      ...(inside && Object.fromEntries(ofPage.map((rule) => [rule, { enabled: false }]))),
      ...(except && { [except]: { enabled: false } }),
    },
    resultTypes: ['violations'],
    iframes: false,
    preload: false, // it would load our styles once more, which the policy of the site forbids
    ...(only && { runOnly: only }),
  }
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const { violations } = await frame.evaluate(
    async ([within, options]) => {
      // Of what is closed axe looks at nothing, though a wide screen shows a footer's columns all the same.
      const closed = [...document.querySelectorAll<HTMLDetailsElement>('footer details:not([open])')]
      for (const column of closed) column.open = true
      const found = await window.axe.run(within ?? document, options)
      for (const column of closed) column.open = false
      return found
    },
    [within, options] as const,
  )
  return violations.flatMap((v) =>
    v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.any[0]?.message ?? n.failureSummary ?? v.help}`),
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * What looks wrong to nobody and is: checked on the page as it stands, with whatever is open on it; in the long tests in the dark too, and
 * whether anything lies upon a target, which takes axe a fifth of its time. How large a target is smallTargets asks more strictly.
 */
export async function audit(page: Page, what = 'the page', within?: string) {
  const { width, height } = page.viewportSize()!
  // A bar stays at the head of the window, on a phone at its foot too; it covers nothing for good, so all of the page is looked at beside it.
  const bars = !within?.startsWith('dialog')
  if (bars)
    await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) })
  await look(page, what, within)
  if (bars) await page.setViewportSize({ width, height })
}

async function look(page: Page, what: string, within?: string) {
  await endFades(page)
  const except = process.env.TEST_LONG ? undefined : 'target-size'
  expect.soft(await violations(page, { within, except }), `axe, ${what}`).toEqual([])
  expect.soft(await smallTargets(page), `targets below 24 px, ${what}`).toEqual([])
  const lang = await page.locator('html').getAttribute('lang')
  if (lang && !lang.startsWith('en'))
    expect.soft(await english(page), `English on a page in ${lang}, ${what}`).toEqual([])
  if (process.env.TEST_LONG)
    expect.soft(await violationsInTheDark(page, within), `axe, ${what} in the dark`).toEqual([])
}

/** What axe finds of colours in the dark theme; the page is in the light one again afterwards. */
export async function violationsInTheDark(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await violations(page, { within, only: ofColour })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** A page in the middle of a fade is no page: everything stands where it ends. What never ends goes on. */
function endFades(page: Page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}

/** Links and controls that are smaller than 24 px and do not stand in a sentence. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    )
    return [...controls]
      .filter((control) => control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .map((control) => ({ control, box: (control.closest('label') ?? control).getBoundingClientRect() }))
      .filter(({ control, box }) => {
        const hidden = box.width <= 1 || box.height <= 1 // for screen readers; it grows when it has the focus
        const inSentence =
          getComputedStyle(control).display === 'inline' &&
          control.parentElement?.closest('p, li, dd')?.textContent !== control.textContent
        return !hidden && !inSentence && Math.min(box.width, box.height) < 24
      })
      .map(
        ({ control, box }) =>
          `${control.outerHTML.slice(0, 120)} ${Math.round(box.width)} × ${Math.round(box.height)}`,
      )
  })
}

/** Words that English has and that no name of ours contains. */
const englishWords =
  'the and your you with add from for is are was this that have has they of our it we at by here there what when where who how never ' +
  'every until choose back cart closed sold ready free find search show remove pay today tomorrow order item items name phone email ' +
  'card please required grill chicken beef fries story privacy welcome'

/** Those that are words of another language too: quando for, pay de cereza. */
const alsoNative: Record<string, string> = { pt: 'for item', es: 'pay' }

/** What stands in Latin letters on a Japanese page: names, signs of units, an address across the sea. */
const latinNames =
  /English|Français|App Store|Google Play|Instagram|Facebook|TikTok|YouTube|JavaScript|kcal|PDF|GPC|P\.O\. Box 1941, Tulsa, OK 74101, U\.S\.A\.|(?<!\p{Script=Latin})(?:Big|Deal|Burger|cm|ml|X)(?!\p{Script=Latin})/gu

/** A cookie is called the same in every language. */
const cookieNames = [
  'cookieConsent',
  'hidePromotionsBar',
  'hideContinueToInternationalSitePrompt',
  'language',
  'site',
]

/** A name of a dish, say, that has none of those words. */
const wholeTexts = leftEnglish()

/**
 * What a page in another language says in English, out loud or to assistive technology: the one that is shown, or a document that was
 * fetched. What names its language is left alone. On a Japanese page every word in Latin letters is one, unless it is a name.
 */
export async function english(page: Page, html?: string): Promise<string[]> {
  const { lang, said } = await page.evaluate((html) => {
    const told = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html')
    const own = (element: Element | null) => !element?.closest('[lang^="en"], script, style, noscript')
    const said = [told.title]
    const walk = told.createTreeWalker(told.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode())
      if (own(walk.currentNode.parentElement)) said.push(walk.currentNode.textContent ?? '')
    for (const name of [
      'aria-label',
      'alt',
      'title',
      'placeholder',
      'aria-description',
      'aria-roledescription',
    ])
      for (const element of told.querySelectorAll(`[${name}]`))
        if (own(element)) said.push(element.getAttribute(name) ?? '')
    const described = told.querySelectorAll(
      'meta[name="description"], meta[name="keywords"], meta[property="og:title"]',
    )
    for (const meta of described) said.push(meta.getAttribute('content') ?? '')
    return { lang: told.documentElement.lang.slice(0, 2), said }
  }, html)
  const native = alsoNative[lang]?.split(' ') ?? []
  const foreign = englishWords.split(' ').filter((word) => !native.includes(word))
  const pattern = new RegExp(`(?<!\\p{L})(?:${foreign.join('|')})(?!\\p{L})`, 'iu')
  const isEnglish = (text: string) =>
    lang === 'ja'
      ? /\p{Script=Latin}{2}/u.test(text.replaceAll(latinNames, ''))
      : pattern.test(text) || (lang === 'fr' && wholeTexts.has(text))
  return [...new Set(said.map((s) => s.trim()))].filter((s) => !cookieNames.includes(s) && isEnglish(s))
}

/** How much the page's content has jumped about since it was opened: cumulative layout shift. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as Shift[]
    return shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0)
  })
}

/** How far the page can be scrolled sideways, in px: nothing, on a page that reflows. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
