// Menu At A Glance: the brand's menu, as the API returns it without a location, on a few sheets. It has no prices, because they depend on
// the location, and says where to find them.
import { TaggedPDF } from './taggedPDF.mjs'

const amount = { font: 'text', size: 8, width: 70, gap: 1 }
const line = { font: 'text', size: 8, gap: 1, colour: 'ink-2' }
const title = { font: 'poster', size: 13, gap: 1.5, colour: 'accent' }

/** Returns the menu's document. `menus` are the API's, in the document's language; `t` returns a sentence of the locales. */
export async function menuPDF({ brand, lang, date, menus, t, number, address, compress }) {
  const pdf = new TaggedPDF({ brand, lang, date, title: t('paper', 'menu-title'), compress })
  const notes = `${t('paper', 'prices', { address })} ${t('app', 'calorie-statement')}`
  pdf.writeBlock('P', notes, { size: 9, gap: 1.5, after: 16, colour: 'ink-2' })
  pdf.startColumns()
  const name = { font: 'bold', size: 9, gap: 1.5, width: pdf.width - amount.width - 4 }
  const calories = ({ min, max } = {}) => {
    if (min === undefined) return ''
    return min === max ? t('app', 'calories', { amount: number(min) }) : t('app', 'calories-range', { from: number(min), to: number(max) })
  }
  const heightOf = (dish) =>
    Math.max(pdf.height(dish.label, name), pdf.height(calories(dish.calories), amount)) + pdf.height(dish.description, line) + 6
  for (const { label, sections } of menus) {
    const menu = pdf.addElement('Sect')
    for (const section of sections.filter(({ dishes }) => dishes.length > 0)) {
      const named = menus.length > 1 && sections[0] === section && menus[0].label !== label ? `${label} : ${section.label}` : section.label
      const heading = lang.startsWith('fr') ? named : named.replace(' : ', ': ')
      pdf.ensureRoom(pdf.height(heading, title) + 10 + heightOf(section.dishes[0]))
      pdf.write('H2', menu, heading, title)
      pdf.artifact((doc) => doc.rect(pdf.left, doc.y, pdf.width, 1.5).fill(pdf.colours.ink))
      pdf.doc.y += 8
      const list = pdf.addElement('L', menu)
      for (const dish of section.dishes) {
        pdf.ensureRoom(heightOf(dish))
        const body = pdf.addElement('LBody', pdf.addElement('LI', list))
        const top = pdf.doc.y
        pdf.write('P', body, dish.label, { ...name, colour: 'ink' })
        const bottom = pdf.doc.y
        const energy = calories(dish.calories)
        if (energy) pdf.write('P', body, energy, { ...amount, x: pdf.left + pdf.width - amount.width, y: top + 0.5, align: 'right', colour: 'ink-2' })
        pdf.doc.y = Math.max(bottom, pdf.doc.y)
        pdf.write('P', body, dish.description, line)
        pdf.doc.y += 6
      }
      pdf.doc.y += 10
    }
  }
  return pdf.end()
}
