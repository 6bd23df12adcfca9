import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8')

/** Runs boot.js on a prerendered page with a chunk that loads or fails. Returns what the search form did. */
function open(code: Promise<unknown>) {
  document.body.innerHTML = '<form><input name="near"><button>Find</button></form>'
  const script = document.createElement('script')
  script.dataset.code = '["/assets/entry.js"]'
  const submitted = vi.fn()
  const form = document.querySelector('form')!
  const watch = (event: Event) => {
    submitted(event.defaultPrevented)
    event.preventDefault()
  }
  const here = new Proxy(document, {
    get(of, name) {
      if (name === 'currentScript') return script
      const found = Reflect.get(of, name)
      return typeof found === 'function' ? found.bind(of) : found
    },
  })
  // The dynamic import is replaced, because tests cannot run it.
  const asked = vi.fn(() => code)
  new Function('document', 'load', source.replace('import(file)', 'load(file)'))(here, asked)
  addEventListener('submit', watch) // after boot.js, like the browser's default action
  dispatchEvent(new Event('load'))
  ends.push(() => removeEventListener('submit', watch))
  return { submitted, asked, find: form.querySelector('button')! }
}

const ends: (() => void)[] = []
afterEach(() => {
  dispatchEvent(new Event('taken-over'))
  for (const end of ends.splice(0)) end()
})

test('a search pressed twice before hydration is made once', async () => {
  const { submitted, find } = open(Promise.resolve())
  find.click()
  find.click()
  expect(submitted.mock.calls.every(([held]) => held)).toBe(true)
  submitted.mockClear()
  dispatchEvent(new Event('taken-over'))
  expect(submitted.mock.calls).toEqual([[false]])
})

test('a search whose code fails to load is submitted by the browser', async () => {
  let fail = (_: Error) => {}
  const { submitted, asked, find } = open(new Promise((_, no) => (fail = no)))
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  find.click()
  submitted.mockClear()
  fail(new Error('the network is away'))
  await vi.waitFor(() => expect(submitted.mock.calls).toEqual([[false]]))
  find.click()
  expect(submitted).toHaveBeenLastCalledWith(false)
  expect(submitted).toHaveBeenCalledTimes(2)
})
