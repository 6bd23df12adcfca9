import { expect, type Locator, type Page } from '@playwright/test'

/** Input of a guest: journeys are written once and run by mouse and by keyboard. */
export interface Hand {
  /** Presses a button, link or disclosure. */
  press(target: Locator): Promise<void>
  /** Selects a checkbox or radio button. */
  choose(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  type(target: Locator, text: string): Promise<void>
}

export class Mouse implements Hand {
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
export class Keyboard implements Hand {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(target: Locator) {
    await this.to(target)
    await this.page.keyboard.press('Enter')
  }

  /** Space toggles a checkbox; in a radio group one has the focus, and arrow keys move it. */
  async choose(target: Locator) {
    const alone = (await target.getAttribute('type')) !== 'radio'
    await this.to(target, !alone)
    for (let arrows = 0; !(await focused(target)); arrows++) {
      if (arrows > 40) throw new Error(`40 arrows did not lead to ${target}`)
      await this.page.keyboard.press('ArrowDown')
    }
    if (alone || !(await target.isChecked())) await this.page.keyboard.press('Space')
  }

  async type(target: Locator, text: string) {
    await this.to(target)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(text)
  }

  /** Presses Tab or Shift+Tab until the element, or another radio button of its group, has the focus. */
  private async to(target: Locator, orItsGroup = false) {
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 250; ) {
      const ahead = await target.evaluate(stopsTo, orItsGroup)
      if (ahead === undefined) {
        if (!orItsGroup) await expect(target).toBeInViewport()
        return
      }
      // Half of the way at once: checking the focus after each stop takes three times as long.
      const held = Math.max(1, Math.floor(ahead.stops / 2))
      if (ahead.back) await this.page.keyboard.down('Shift')
      await Promise.all(Array.from({ length: held }, () => this.page.keyboard.press('Tab')))
      if (ahead.back) await this.page.keyboard.up('Shift')
      tabs += held
    }
    throw new Error(`250 tabs did not lead to ${target}`)
  }
}

/** Returns the direction and approximate number of Tab stops from the focused element to this one; undefined if it has the focus. */
function stopsTo(element: Element, orItsGroup: boolean): { back: boolean; stops: number } | undefined {
  const at = document.activeElement
  if (at === element) return undefined
  const group = (e: Element | null) => e instanceof HTMLInputElement && e.type === 'radio' && e.name
  if (orItsGroup && group(at) && group(at) === group(element)) return undefined
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

const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Returns the input of this kind on a page. */
export const handOn = (page: Page, input: 'mouse' | 'keyboard'): Hand =>
  input === 'mouse' ? new Mouse() : new Keyboard(page)
