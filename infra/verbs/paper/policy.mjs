// A page of the brand's content as a document to be printed, such as the privacy policy: its blocks one below the other.
import { Paper, sheet } from './paper.mjs'

const width = sheet.width - 2 * sheet.margin
const kinds = {
  2: { font: 'poster', size: 14, before: 14, after: 5 },
  3: { font: 'bold', size: 11.5, before: 9, after: 3 },
  4: { font: 'bold', size: 10.5, before: 6, after: 2 },
}
const text = { font: 'text', size: 10, gap: 3, after: 8 }

/** The document of a page as the graph answers it. `address` gives where a link of it leads. */
export async function policyPaper({ brand, lang, page, date, updated, address, compress }) {
  const flow = new Flow(new Paper({ brand, lang, date, title: page.title, compress }))
  flow.text('P', `${page.description}  (${updated})`, { ...text, colour: 'ink-2' })
  const words = (spans) => spans.map(({ text, href }) => (href && !href.startsWith('#') ? `${text} (${address(href)})` : text)).join('')
  for (const block of page.blocks) write(flow, block, words)
  return flow.paper.end()
}

function write(flow, block, words) {
  switch (block.kind) {
    case 'HEADING':
      return flow.text(`H${block.level}`, words(block.text), { ...kinds[block.level], keep: 40, colour: block.level === 2 ? 'accent' : 'ink' })
    case 'PARAGRAPH':
      return flow.text('P', words(block.text), text)
    case 'QUOTE':
      for (const item of block.items) flow.text('P', words(item), { ...text, indent: 18 })
      return
    case 'LIST':
      return flow.list(block.items.map(words), block.ordered)
    case 'FACTS':
      return flow.list(block.facts.map(({ number, label }) => `${number}: ${label}`))
    case 'STEPS':
      return flow.list(
        block.steps.map(({ title, text }) => [title, text].filter(Boolean).join('. ')),
        true,
      )
    case 'FAQ':
      for (const { q, a } of block.faq) {
        flow.text('H3', q, { ...kinds[3], keep: 30 })
        flow.text('P', words(a), text)
      }
      return
    case 'TABLE':
      return flow.table(block.head.map(words), block.rows.map((row) => row.map(words)))
    case 'CTA':
      return flow.text('P', words([{ text: block.cta.label, href: block.cta.url }]), text)
    default:
      throw new Error(`A policy cannot print a block of the kind ${block.kind}`)
  }
}

/** One column, page after page. */
class Flow {
  constructor(paper) {
    this.paper = paper
  }

  /** Begins a new page where so much more does not fit. */
  room(height) {
    if (this.paper.y + height > sheet.height - sheet.foot) this.paper.page()
  }

  text(kind, words, { font, size, gap = 1.5, before = 0, after, indent = 0, keep = 0, colour = 'ink' }, within = this.paper.whole) {
    const { paper } = this
    const style = { font, size, gap, width: width - indent }
    const height = paper.height(words, style)
    this.room(before + height + keep)
    paper.y += before
    paper.write(kind, within, words, { ...style, x: sheet.margin + indent, y: paper.y, colour: paper.colours[colour] })
    paper.y += height + after
  }

  list(items, ordered = false) {
    const { paper } = this
    const list = paper.part('L')
    for (const [n, item] of items.entries()) {
      const entry = paper.part('LI', list)
      this.room(paper.height(item, { ...text, width: width - 18 }))
      paper.write('Lbl', entry, ordered ? `${n + 1}.` : '•', { ...text, x: sheet.margin + 2, y: paper.y, width: 16, colour: paper.colours.accent })
      const body = paper.part('LBody', entry)
      this.text('P', item, { ...text, indent: 18, after: 4 }, body)
      body.end()
      entry.end()
    }
    list.end()
    paper.y += 4
  }

  table(head, rows) {
    const { paper } = this
    const each = width / head.length
    const table = paper.part('Table')
    for (const [n, cells] of [head, ...rows].entries()) {
      const style = { ...text, font: n === 0 ? 'bold' : 'text', size: 9, width: each - 8 }
      const height = Math.max(...cells.map((cell) => paper.height(cell, style)))
      this.room(height + 6)
      const row = paper.part('TR', table)
      for (const [i, cell] of cells.entries())
        paper.write(n === 0 ? 'TH' : 'TD', row, cell, { ...style, x: sheet.margin + i * each, y: paper.y + 3, colour: paper.colours.ink })
      row.end()
      paper.y += height + 6
      paper.ornament((doc) => doc.rect(sheet.margin, paper.y, width, 0.5).fill(paper.colours.edge))
    }
    table.end()
    paper.y += 10
  }
}
