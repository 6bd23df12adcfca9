import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'
import { lazyDelay } from '../src/ui/timings'
import { englishOnlyTexts } from './texts'

/** axe rules that depend on colours; the others give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** axe rules that apply to pages and not to embedded documents. */
const pageRules = ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass']

interface Scope {
  /** Limits the audit to this selector: a part that opened on an audited page. */
  within?: string
  /** Runs only these rules. */
  only?: string[]
  /** Runs all rules except this one. */
  except?: string
}

/**
 * Returns the violations of all axe rules, including the newest WCAG, without exceptions. The card field and the bank's page are
 * separate documents and are audited as such.
 */
export async function violations(page: Page, scope: Scope = {}): Promise<string[]> {
  // Without transitions: on a busy machine axe would look at columns of the footer that are half open.
  const isCalm = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (!isCalm) await page.emulateMedia({ reducedMotion: 'reduce' })
  const found = []
  for (const frame of page.frames()) found.push(...(await violationsOf(frame, scope)))
  if (!isCalm) await page.emulateMedia({ reducedMotion: 'no-preference' })
  return found
}

async function violationsOf(frame: Frame, { within, only, except }: Scope): Promise<string[]> {
  const isNested = frame.parentFrame() !== null
  if (within && isNested) return []
  const options: axe.RunOptions = {
    rules: {
      'target-size': { enabled: true },
      ...(isNested && Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]))),
      ...(except && { [except]: { enabled: false } }),
    },
    resultTypes: ['violations'],
    iframes: false,
    preload: false, // it would load our styles again, which the site's CSP forbids
    ...(only && { runOnly: only }),
  }
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const { violations } = await frame.evaluate(
    async ([within, options]) => {
      // axe skips closed details, but wide screens show the footer's columns: open them.
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
    chunksLoaded?: Promise<void>
  }
}

/**
 * Checks accessibility faults that are not visible, on the current page with everything that is open. The long tests also check the
 * dark theme, and whether elements overlap targets, which takes axe a fifth of its time. smallTargets checks target sizes more
 * strictly.
 */
export async function audit(page: Page, name = 'the page', within?: string) {
  if (!within) await expect(page.locator('h1:visible').first()).toBeVisible()
  const { width, height } = page.viewportSize()!
  // Sticky bars cover content only temporarily, so audit the page without them.
  const bars = !within?.startsWith('dialog')
  if (bars)
    await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) })
  await auditTheme(page, name, within)
  if (bars) await page.setViewportSize({ width, height })
}

async function auditTheme(page: Page, name: string, within?: string) {
  await finishAnimations(page)
  const except = process.env.TEST_LONG ? undefined : 'target-size'
  expect.soft(await violations(page, { within, except }), `axe, ${name}`).toEqual([])
  expect.soft(await smallTargets(page), `targets below 24 px, ${name}`).toEqual([])
  const lang = await page.locator('html').getAttribute('lang')
  if (lang && !lang.startsWith('en'))
    expect.soft(await englishTexts(page), `English on a page in ${lang}, ${name}`).toEqual([])
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  if (process.env.TEST_LONG && !isDark)
    expect.soft(await darkThemeViolations(page, within), `axe, ${name} in the dark`).toEqual([])
}

/** Returns the axe violations of colour rules in the dark theme, then restores the light theme. */
export async function darkThemeViolations(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await violations(page, { within, only: colourRules })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Finishes running animations, so that the final state is audited. Infinite ones continue. */
function finishAnimations(page: Page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}

/** Returns links and controls smaller than 24 px that are not inline in a sentence. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    )
    return [...controls]
      .filter((control) => control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .map((control) => ({ control, box: (control.closest('label') ?? control).getBoundingClientRect() }))
      .filter(({ control, box }) => {
        const hidden = box.width <= 1 || box.height <= 1 // for screen readers; it grows on focus
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

/** Common English words that no brand or place name contains. */
const englishWords =
  'the and your you with add from for is are was this that have has they of our it we at by here there what when where who how never ' +
  'every until choose back cart closed sold ready free find search show remove pay today tomorrow order item items name phone email ' +
  'card please required grill chicken beef fries story privacy welcome'

/** English words that also exist in another language: quando for, pay de cereza. */
const alsoNative: Record<string, string> = { pt: 'for item', es: 'pay' }

/** Latin text allowed on Japanese pages: names, unit symbols, foreign addresses. */
const latinNames =
  /English|Français|App Store|Google Play|Instagram|Facebook|TikTok|YouTube|JavaScript|kcal|PDF|GPC|P\.O\. Box 1941, Tulsa, OK 74101, U\.S\.A\.|(?<!\p{Script=Latin})(?:Big|Deal|Burger|cm|ml|X)(?!\p{Script=Latin})/gu

/** Cookie names are the same in every language. */
const cookieNames = [
  'cookieConsent',
  'hidePromotionsBar',
  'hideContinueToInternationalSitePrompt',
  'language',
  'site',
]

/** Full English texts without any of those words, such as names of dishes. */
const wholeTexts = englishOnlyTexts()

/** What a test reads from a document. */
export interface DocumentContent {
  status: number
  lang: string
  headings: number
  /** Names of its meta elements. */
  metas: string[]
  hrefs: string[]
  /** Ids that fragments may reference. */
  parts: string[]
  /** Its texts, visible or for assistive technology, except inside lang="en". */
  texts: string[]
}

/** Reads the current document, or fetches and reads the documents at these paths without showing them. */
export function readDocuments(page: Page, paths?: readonly string[]): Promise<DocumentContent[]> {
  return page.evaluate(async (paths) => {
    const contentOf = (source: Document, status: number) => {
      const all = (selector: string) =>
        [...source.querySelectorAll(selector)].filter((element) => !element.closest('noscript'))
      const isChecked = (element: Element | null) =>
        !element?.closest('[lang^="en"], script, style, noscript')
      const texts = new Set([source.title.trim()])
      const walk = source.createTreeWalker(source.body, NodeFilter.SHOW_TEXT)
      while (walk.nextNode())
        if (isChecked(walk.currentNode.parentElement)) texts.add((walk.currentNode.textContent ?? '').trim())
      for (const name of [
        'aria-label',
        'alt',
        'title',
        'placeholder',
        'aria-description',
        'aria-roledescription',
      ])
        for (const element of source.querySelectorAll(`[${name}]`))
          if (isChecked(element)) texts.add((element.getAttribute(name) ?? '').trim())
      const described = source.querySelectorAll(
        'meta[name="description"], meta[name="keywords"], meta[property="og:title"]',
      )
      for (const meta of described) texts.add((meta.getAttribute('content') ?? '').trim())
      return {
        status,
        lang: source.documentElement.lang,
        headings: all('h1').length,
        metas: all('meta[name]').map((meta) => meta.getAttribute('name') ?? ''),
        hrefs: all('a[href]').map((a) => a.getAttribute('href') ?? ''),
        parts: all('[id]').map(({ id }) => id),
        texts: [...texts],
      }
    }
    if (!paths) return [contentOf(document, 200)]
    return Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(path)
        // The CSP of the parsing page does not allow its inline styles.
        const html = (await answer.text()).replaceAll(/<style>.*?<\/style>/gs, '')
        return contentOf(new DOMParser().parseFromString(html, 'text/html'), answer.status)
      }),
    )
  }, paths)
}

/** Returns the texts that are English on a page in another language. On a Japanese page all words in Latin letters count, except names. */
export function englishIn({ lang, texts }: Pick<DocumentContent, 'lang' | 'texts'>): string[] {
  const language = lang.slice(0, 2)
  const native = alsoNative[language]?.split(' ') ?? []
  const foreign = englishWords.split(' ').filter((word) => !native.includes(word))
  // A word has no digits beside it: a code can end in "5WE".
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${foreign.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
  const isEnglish = (text: string) =>
    language === 'ja'
      ? /\p{Script=Latin}{2}/u.test(text.replaceAll(latinNames, ''))
      : pattern.test(text) || (language === 'fr' && wholeTexts.has(text))
  return texts.filter((text) => !cookieNames.includes(text) && isEnglish(text))
}

/** Returns the English texts of the current page, which is in another language. */
export async function englishTexts(page: Page): Promise<string[]> {
  return (await readDocuments(page)).flatMap(englishIn)
}

/**
 * Delays every response of the server, as on a slow connection: a page's first responses until its lazy chunks have loaded, all others
 * until the page has been painted without them.
 */
export function delayResponses(page: Page) {
  return page.route(/\/(api|content)\//, async (route) => {
    await page
      .evaluate(async (delay) => {
        window.chunksLoaded ??= new Promise((done) => setTimeout(done, delay))
        await window.chunksLoaded
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      }, 2 * lazyDelay)
      .catch(() => {}) // the page was closed
    await route.fallback()
  })
}

/** Returns each layout shift since the page was opened, with what moved, if they add up to 0.02 or more. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
    if (shifts.reduce((sum, { value }) => sum + value, 0) < 0.02) return []
    const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    return shifts.map(({ value, startTime, sources }) => {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const text = node?.textContent?.slice(0, 30)
        return `${node?.nodeName} "${text}" from ${box(previousRect)} to ${box(currentRect)}`
      })
      return `shift of ${value.toFixed(4)} after ${Math.round(startTime)} ms: ${moved.join(', ')}`
    })
  })
}

/** Returns the horizontal scroll range in px: 0 on a page that reflows. */
export function horizontalScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/**
 * Returns layout faults at phone width with double text size: horizontal scrolling, broken or cut words, overlapping texts, and covered
 * controls. Restores the page's size afterwards.
 */
export async function largeTextFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize()!
  const isMotionReduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  await page.emulateMedia({ reducedMotion: 'reduce' }) // footer lists collapse as the window becomes narrow
  await page.setViewportSize({ width: 390, height: 844 })
  // The transitions of this pseudo-element are not in getAnimations.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('details:not([open])')].every(
      (folded) => getComputedStyle(folded, '::details-content').contentVisibility === 'hidden',
    ),
  )
  const found = await page.evaluate(async () => {
    const root = document.documentElement
    const scrollTop = scrollY
    root.style.fontSize = '200%'
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))

    const found: string[] = []
    const width = root.clientWidth
    if (root.scrollWidth > width) found.push(`the page scrolls sideways by ${root.scrollWidth - width} px`)
    const describe = (element: Element) =>
      `<${element.localName}> "${(element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}"`
    const ancestors = (element: Element | null): Element[] =>
      element ? [element, ...ancestors(element.parentElement)] : []
    const styleOf = (element: Element) => getComputedStyle(element)
    const isVisible = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      !ancestors(element).some((one) => {
        const box = one.getBoundingClientRect()
        // For screen readers only.
        return styleOf(one).overflow !== 'visible' && (box.width <= 1 || box.height <= 1)
      })
    const [dialog] = document.querySelectorAll('dialog[open]')
    const within = dialog ?? document.body

    const texts: { element: Element; box: DOMRect }[] = []
    const range = document.createRange()
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const text = walk.currentNode as Text
      const element = text.parentElement!
      if (!text.data.trim() || element.closest('script, style, noscript, option, svg') || !isVisible(element))
        continue
      // URLs and words of more than 12 letters may break; Japanese breaks between any two characters.
      for (const { 0: word, index } of text.data.matchAll(
        /(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}’.,:$]{0,11}(?![\p{L}\p{N}])/gu,
      )) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(
          [...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top)),
        )
        if (lines.size > 1 && !root.lang.startsWith('ja') && !text.data.includes('@'))
          found.push(`breaks "${word}" in ${describe(element)}`)
      }
      range.selectNodeContents(text)
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) texts.push({ element, box })
      const box = range.getBoundingClientRect()
      const frame = ancestors(element).find((one) => /auto|scroll|hidden|clip/.test(styleOf(one).overflow))
      if (frame && /auto|scroll/.test(styleOf(frame).overflow)) continue
      const edge = frame?.getBoundingClientRect() ?? new DOMRect(0, -1e6, width, 2e6)
      const tolerance = box.height / 4
      if (
        box.left < edge.left - 1 ||
        box.right > edge.right + 1 ||
        box.top < edge.top - tolerance ||
        box.bottom > edge.bottom + tolerance
      )
        found.push(`cuts off ${describe(element)}`)
    }

    // Only the middle half of a line counts: descenders and accents may touch. Fixed and sticky elements cover content only at the
    // current scroll position.
    const isInFlow = (element: Element) =>
      !ancestors(element).some((one) => /fixed|sticky/.test(styleOf(one).position))
    const lines = texts
      .filter(({ element }) => isInFlow(element))
      .map(({ element, box: { left, right, top, bottom, height } }) => ({
        element,
        left: left + 2,
        right: right - 2,
        top: top + height / 4,
        bottom: bottom - height / 4,
      }))
      .sort((a, b) => a.top - b.top)
    for (const [i, a] of lines.entries())
      for (const b of lines.slice(i + 1)) {
        if (b.top >= a.bottom) break
        const related = a.element.contains(b.element) || b.element.contains(a.element)
        if (!related && a.left < b.right && b.left < a.right)
          found.push(`${describe(a.element)} overlaps ${describe(b.element)}`)
      }

    for (const control of within.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    )) {
      const target = control.closest('label') ?? control
      if (control.closest('svg') || !isVisible(target) || control.matches('[href="#main"]')) continue // a skip link appears on focus
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const targetTop = () => target.getBoundingClientRect().top
      scrollBy({ top: targetTop() - innerHeight / 4, behavior: 'instant' })
      const isReachable = [...target.getClientRects()].some((box) => {
        const hit = document.elementFromPoint(
          box.left + box.width / 2,
          box.top + Math.min(box.height, 80) / 2,
        )
        return hit && (target.contains(hit) || control.contains(hit))
      })
      if (!isReachable) found.push(`covers ${describe(target)}`)
    }
    root.style.fontSize = ''
    scrollTo({ top: scrollTop, behavior: 'instant' })
    return [...new Set(found)]
  })
  await page.emulateMedia({ reducedMotion: isMotionReduced ? 'reduce' : 'no-preference' })
  await page.setViewportSize(size)
  return found
}

/** Audits the current page, or the part with this selector: accessibility, 320 px, 200 % text. */
export async function auditPage(page: Page, name: string, within?: string) {
  const size = page.viewportSize()!
  await audit(page, name, within)
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await horizontalScroll(page), `px that ${name} scrolls sideways at 320`).toBe(0)
  expect.soft(await largeTextFaults(page), `${name} with large text`).toEqual([])
  await page.setViewportSize(size)
  // The narrow pages are longer: their scroll position is another one here.
  await page.evaluate(() => document.querySelector(':focus')?.scrollIntoView({ block: 'nearest' }))
}
