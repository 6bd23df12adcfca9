// Menu At A Glance: the brand's menu, as the API returns it without a location, on a few sheets. It has no prices, because they depend on
// the location, and says where to find them.
import { Paper, sheet } from './paper.mjs'

const gutter = 24
const width = (sheet.width - 2 * sheet.margin - gutter) / 2
const title = { font: 'poster', size: 13, width }
const name = { font: 'bold', size: 9, width: width - 74 }
const line = { font: 'text', size: 8, width, gap: 1 }
const space = 6

/** Returns the menu's document. `menus` are the API's, in the document's language; `say` returns a sentence of the locales. */
export async function menuPaper({ brand, lang, date, menus, say, number, address, compress }) {
  const paper = new Paper({ brand, lang, date, title: say('paper', 'menu-title'), compress })
  const top = paper.doc.y + intro(paper, say, address)
  const flow = new Columns(paper, top)
  for (const { label, sections } of menus) {
    const whole = paper.part('Sect')
    for (const section of sections.filter(({ dishes }) => dishes.length > 0)) {
      const named = menus.length > 1 && sections[0] === section && menus[0].label !== label ? `${label} : ${section.label}` : section.label
      const heading = lang.startsWith('fr') ? named : named.replace(' : ', ': ')
      flow.place(paper.height(heading, title) + 10 + dishHeight(paper, section.dishes[0], say, number), (x, y) => {
        paper.write('H2', whole, heading, { ...title, x, y, colour: 'accent' })
        const under = y + paper.height(heading, title)
        paper.ornament((doc) => doc.rect(x, under, width, 1.5).fill(paper.colours.ink))
        return paper.height(heading, title) + 8
      })
      const list = paper.part('L', whole)
      for (const dish of section.dishes) flow.place(dishHeight(paper, dish, say, number), (x, y) => writeDish(paper, list, dish, say, number, x, y))
      flow.skip(10)
    }
  }
  return paper.end()
}

/** Writes the notes that apply to all dishes, across both columns. */
function intro(paper, say, address) {
  const style = { font: 'text', size: 9, width: 2 * width + gutter }
  const text = `${say('paper', 'prices', { address })} ${say('app', 'calorie-statement')}`
  paper.write('P', paper.whole, text, { ...style, x: sheet.margin, y: paper.doc.y, colour: 'ink-2' })
  return paper.height(text, style) + 16
}

/** Returns a dish's calories as text; empty if it states none. */
function calories(range, say, number) {
  if (!range) return ''
  const { min, max } = range
  return min === max ? say('app', 'calories', { amount: number(min) }) : say('app', 'calories-range', { from: number(min), to: number(max) })
}

function dishHeight(paper, dish, say, number) {
  const named = Math.max(paper.height(dish.label, name), paper.height(calories(dish.calories, say, number), { ...line, width: 70 }))
  return named + paper.height(dish.description, line) + space
}

function writeDish(paper, list, dish, say, number, x, y) {
  const entry = paper.part('LI', list)
  const body = paper.part('LBody', entry)
  const amount = calories(dish.calories, say, number)
  const named = Math.max(paper.height(dish.label, name), paper.height(amount, { ...line, width: 70 }))
  paper.write('P', body, dish.label, { ...name, x, y, colour: 'ink' })
  if (amount) paper.write('P', body, amount, { ...line, x: x + width - 70, y: y + 0.5, width: 70, align: 'right', colour: 'ink-2' })
  paper.write('P', body, dish.description, { ...line, x, y: y + named, colour: 'ink-2' })
  return named + paper.height(dish.description, line) + space
}

/** Two columns a page, filled one after the other. A placed block is never split. */
class Columns {
  constructor(paper, top) {
    Object.assign(this, { paper, top, y: top, column: 0 })
  }

  place(height, write) {
    if (this.y + height > sheet.height - sheet.foot) {
      if (this.column === 1) {
        this.paper.doc.addPage()
        this.top = sheet.margin
      }
      this.column = 1 - this.column
      this.y = this.top
    }
    this.y += write(sheet.margin + this.column * (width + gutter), this.y)
  }

  /** Adds space, except at the top of a column. */
  skip(height) {
    if (this.y > this.top) this.y += height
  }
}
