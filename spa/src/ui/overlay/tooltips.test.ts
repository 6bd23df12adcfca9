import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './tooltips'

let button: HTMLButtonElement

beforeEach(() => {
  vi.useFakeTimers()
  HTMLElement.prototype.showPopover = () => {} // missing in happy-dom
  document.body.innerHTML =
    '<button data-tip aria-label="Use my location"></button><button aria-label="Close"></button>'
  button = document.querySelector('button')!
})
afterEach(() => {
  hover(document.body)
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
})

const hover = (at: Element, pointerType = 'mouse') =>
  at.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }))
const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }))
const shown = () => document.querySelector('.tip')
const passDelay = () => vi.advanceTimersByTime(400)

test('a control under the mouse shows its name after 400 ms, until the mouse leaves it', () => {
  hover(button)
  vi.advanceTimersByTime(399)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()?.textContent).toBe('Use my location')
  hover(shown()!)
  expect(shown()).not.toBeNull()
  hover(document.body)
  expect(shown()).toBeNull()
})

test('a passing mouse shows nothing', () => {
  hover(button)
  hover(document.body)
  passDelay()
  expect(shown()).toBeNull()
})

test.each([
  ['Escape', () => press('Escape')],
  ['a press', () => button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))],
  ['scrolling', () => document.dispatchEvent(new Event('scroll'))],
])('%s hides it', (_, act) => {
  hover(button)
  passDelay()
  act()
  expect(shown()).toBeNull()
})

test('a control with the keyboard focus shows its name, until the focus moves on', () => {
  vi.spyOn(button, 'matches').mockImplementation((selector) => selector === ':focus-visible')
  button.focus()
  passDelay()
  expect(shown()?.textContent).toBe('Use my location')
  button.blur()
  expect(shown()).toBeNull()
})

test('scrolling before it is shown does not cancel it', () => {
  vi.spyOn(button, 'matches').mockReturnValue(true)
  button.focus()
  document.dispatchEvent(new Event('scroll'))
  passDelay()
  expect(shown()).not.toBeNull()
})

test('focus by click or touch shows nothing', () => {
  vi.spyOn(button, 'matches').mockReturnValue(false)
  button.focus()
  hover(button, 'touch')
  passDelay()
  expect(shown()).toBeNull()
})

test('a removed control, and one without data-tip, show nothing', () => {
  hover(document.querySelectorAll('button')[1]!)
  passDelay()
  expect(shown()).toBeNull()
  hover(button)
  button.remove()
  passDelay()
  expect(shown()).toBeNull()
})
