import { expect, type Locator, type Page } from '@playwright/test'

/** Acts on a page by mouse or by keyboard, so that each journey is written once. */
export interface User {
  /** Presses a button, link or disclosure. */
  press(target: Locator): Promise<void>
  /** Selects a checkbox or radio button. */
  choose(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  type(target: Locator, text: string): Promise<void>
}

export class MouseUser implements User {
  press(target: Locator) {
    return target.click()
  }

  choose(target: Locator) {
    return target.click()
  }

  type(target: Locator, text: string) {
    return target.fill(text)
  }
}

/** A guest who uses only the keyboard. Focused elements must be visible. */
export class KeyboardUser implements User {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(target: Locator) {
    await this.focus(target)
    await this.page.keyboard.press('Enter')
  }

  /** Space toggles a checkbox; in a radio group one has the focus, and arrow keys move it. */
  async choose(target: Locator) {
    const isCheckbox = (await target.getAttribute('type')) !== 'radio'
    await this.focus(target, !isCheckbox)
    for (let arrows = 0; !(await isFocused(target)); arrows++) {
      if (arrows > 40) throw new Error(`40 arrows did not lead to ${target}`)
      await this.page.keyboard.press('ArrowDown')
    }
    if (isCheckbox || !(await target.isChecked())) await this.page.keyboard.press('Space')
  }

  async type(target: Locator, text: string) {
    await this.focus(target)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(text)
  }

  /** Presses Tab or Shift+Tab until the element, or another radio button of its group, has the focus. */
  private async focus(target: Locator, orGroup = false) {
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 250; ) {
      const remaining = await target.evaluate(stopsBefore, orGroup)
      if (remaining === undefined) {
        if (!orGroup) await expect(target).toBeInViewport()
        return
      }
      // Half of the way at once: checking the focus after each stop takes three times as long.
      const presses = Math.max(1, Math.floor(remaining.stops / 2))
      if (remaining.back) await this.page.keyboard.down('Shift')
      await Promise.all(Array.from({ length: presses }, () => this.page.keyboard.press('Tab')))
      if (remaining.back) await this.page.keyboard.up('Shift')
      tabs += presses
    }
    throw new Error(`250 tabs did not lead to ${target}`)
  }
}

/** Returns the direction and approximate number of Tab stops from the focused element to this one; undefined if it has the focus. */
function stopsBefore(element: Element, orGroup: boolean): { back: boolean; stops: number } | undefined {
  const at = document.activeElement
  if (at === element) return undefined
  const group = (e: Element | null) => e instanceof HTMLInputElement && e.type === 'radio' && e.name
  if (orGroup && group(at) && group(at) === group(element)) return undefined
  const follows = (one: Element, other: Element) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const back = at !== null && follows(at, element)
  const [from, to] = back ? [element, at] : [at, element]
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      (!from || follows(stop, from)) &&
      follows(to, stop) &&
      stop.checkVisibility({ checkVisibilityCSS: true }),
  )
  return { back, stops: stops.length }
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Returns a user of this kind on a page. */
export const userOf = (page: Page, input: 'mouse' | 'keyboard'): User =>
  input === 'mouse' ? new MouseUser() : new KeyboardUser(page)
