import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Every rule that axe has, those of the newest WCAG included; nothing is excused. */
export async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  return violations.flatMap((v) =>
    v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.any[0]?.message ?? n.failureSummary ?? v.help}`),
  )
}

/** What looks wrong to nobody and is: checked on the page as it stands, with whatever is open on it. */
export async function audit(page: Page, where: string) {
  expect.soft(await violations(page), `axe, ${where}`).toEqual([])
  expect.soft(await smallTargets(page), `targets below 24 px, ${where}`).toEqual([])
  if ((await page.locator('html').getAttribute('lang'))?.startsWith('fr'))
    expect.soft(await english(page), `English on a French page, ${where}`).toEqual([])
}

/** Links and controls that are smaller than 24 px and do not stand in a sentence. */
function smallTargets(page: Page): Promise<string[]> {
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

/** Words that only English has and that no name of ours contains. */
const englishWords =
  /\b(the|and|your|you|with|add|from|for|is|are|was|this|that|of|our|it|we|at|by|choose|back|cart|closed|sold|ready|free|find|search|show|remove|pay|place|today|tomorrow|order|item|items|name|phone|email|card|please|required)\b/i

/** What a French page says in English, out loud or to assistive technology. What names its language is left alone. */
export async function english(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const own = (element: Element | null) => !element?.closest('[lang^="en"], script, style, noscript')
    const said = [document.title]
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
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
      for (const element of document.querySelectorAll(`[${name}]`))
        if (own(element)) said.push(element.getAttribute(name) ?? '')
    return said
  })
  return [...new Set(said.map((s) => s.trim()).filter((s) => englishWords.test(s)))]
}

/** How much the page's content has jumped about since it was opened: cumulative layout shift. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // The buffer is handed over at once, even when it is empty of shifts there is a paint in it.
        let sum = 0
        new PerformanceObserver((list, observer) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value?: number
            hadRecentInput?: boolean
          })[])
            if (entry.entryType === 'layout-shift' && !entry.hadRecentInput) sum += entry.value ?? 0
          observer.disconnect()
          resolve(sum)
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}

/** How far the page can be scrolled sideways, in px: nothing, on a page that reflows. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
