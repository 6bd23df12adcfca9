import { expect, test, vi } from 'vitest'
import { firstInteraction, markPrerendered, repeatPress } from './firstInteraction'

test('a press on a part that is not hydrated yet is repeated once it is', async () => {
  document.body.innerHTML = '<main><button>Find</button></main><footer><button>Lights off</button></footer>'
  const [find, lights] = document.querySelectorAll('button')
  markPrerendered()
  const loaded = firstInteraction()
  lights!.click()
  await loaded // a press without pointer events, as boot.js repeats it, also loads the part
  const pressed = { find: vi.fn(), lights: vi.fn() }
  find!.addEventListener('click', pressed.find)
  lights!.addEventListener('click', pressed.lights)
  repeatPress(document.querySelector('main'))
  repeatPress(document.querySelector('footer'))
  expect(pressed.find).not.toHaveBeenCalled()
  expect(pressed.lights).toHaveBeenCalledTimes(1)
})
