import { en, enCa, frCa } from './sites'
import { test } from './test'

/** Languages and hands: each way through an order is taken in all of them, at both widths. */
const cells = [
  { site: en, input: 'mouse' },
  { site: en, input: 'keyboard' },
  { site: frCa, input: 'mouse' },
  { site: frCa, input: 'keyboard' },
  // Canada's English differs by a few words and its formats: one shape of it will do.
  { site: enCa, input: 'mouse' },
] as const

type Cell = (typeof cells)[number]
type Body = Parameters<typeof test>[2]

const inEnglishByMouse = ({ site, input }: Cell) => site === en && input === 'mouse'

/**
 * A way through an order, written once: `hand` acts by mouse or by keyboard, `say` and `call` have the words of the `site`. The quick
 * tests take it in English by mouse at 1280, or in the cells that `now` names; the long ones take all the others.
 */
export function way(title: string, body: Body, now: (cell: Cell) => boolean = inEnglishByMouse) {
  for (const cell of cells)
    test.describe(`${cell.site.name}, by ${cell.input}`, () => {
      test.use(cell)
      test.describe.configure({ timeout: 120_000 }) // the keyboard goes a long way
      test(title, { tag: [...(cell.site === enCa ? [] : ['@both']), ...(now(cell) ? [] : ['@long'])] }, body)
    })
}
