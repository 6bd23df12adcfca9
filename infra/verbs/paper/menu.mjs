// Menu At A Glance: the brand's menu, as the API returns it without a location, on a few sheets. It has no prices, because they depend on
// the location, and says where to find them.
import { Paper } from './paper.mjs'

const amount = { font: 'text', size: 8, width: 70, gap: 1 }
const line = { font: 'text', size: 8, gap: 1, colour: 'ink-2' }
const title = { font: 'poster', size: 13, gap: 1.5, colour: 'accent' }

/** Returns the menu's document. `menus` are the API's, in the document's language; `say` returns a sentence of the locales. */
export async function menuPaper({ brand, lang, date, menus, say, number, address, compress }) {
  const paper = new Paper({ brand, lang, date, title: say('paper', 'menu-title'), compress })
  const notes = `${say('paper', 'prices', { address })} ${say('app', 'calorie-statement')}`
  paper.flow('P', notes, { size: 9, gap: 1.5, after: 16, colour: 'ink-2' })
  paper.startColumns()
  const name = { font: 'bold', size: 9, gap: 1.5, width: paper.width - amount.width - 4 }
  const calories = ({ min, max } = {}) => {
    if (min === undefined) return ''
    return min === max ? say('app', 'calories', { amount: number(min) }) : say('app', 'calories-range', { from: number(min), to: number(max) })
  }
  const heightOf = (dish) =>
    Math.max(paper.height(dish.label, name), paper.height(calories(dish.calories), amount)) + paper.height(dish.description, line) + 6
  for (const { label, sections } of menus) {
    const whole = paper.part('Sect')
    for (const section of sections.filter(({ dishes }) => dishes.length > 0)) {
      const named = menus.length > 1 && sections[0] === section && menus[0].label !== label ? `${label} : ${section.label}` : section.label
      const heading = lang.startsWith('fr') ? named : named.replace(' : ', ': ')
      paper.room(paper.height(heading, title) + 10 + heightOf(section.dishes[0]))
      paper.write('H2', whole, heading, title)
      paper.ornament((doc) => doc.rect(paper.left, doc.y, paper.width, 1.5).fill(paper.colours.ink))
      paper.doc.y += 8
      const list = paper.part('L', whole)
      for (const dish of section.dishes) {
        paper.room(heightOf(dish))
        const body = paper.part('LBody', paper.part('LI', list))
        const top = paper.doc.y
        paper.write('P', body, dish.label, { ...name, colour: 'ink' })
        const under = paper.doc.y
        const stated = calories(dish.calories)
        if (stated) paper.write('P', body, stated, { ...amount, x: paper.left + paper.width - amount.width, y: top + 0.5, align: 'right', colour: 'ink-2' })
        paper.doc.y = Math.max(under, paper.doc.y)
        paper.write('P', body, dish.description, line)
        paper.doc.y += 6
      }
      paper.doc.y += 10
    }
  }
  return paper.end()
}
