import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a double press on a button selects no text', () => {
  const style = document.createElement('style')
  style.textContent = readFileSync(`${import.meta.dirname}/base.css`, 'utf8')
  document.head.append(style)
  const button = document.createElement('button')
  const words = document.createElement('p')
  document.body.append(button, words)
  const selects = (element: Element) => getComputedStyle(element).getPropertyValue('user-select')
  expect(selects(button)).toBe('none')
  expect(selects(words)).not.toBe('none')
  for (const added of [style, button, words]) added.remove()
})
