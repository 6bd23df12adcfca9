// A content page, such as the privacy policy, as a printable document.
import { Paper } from './paper.mjs'

const headings = {
  2: { font: 'poster', size: 14, before: 14, after: 5, keep: 40, colour: 'accent' },
  3: { font: 'bold', size: 11.5, before: 9, after: 3, keep: 40 },
  4: { font: 'bold', size: 10.5, before: 6, after: 2, keep: 40 },
}

/** Returns the document of a page from the content API. `address` resolves a link. */
export async function policyPaper({ brand, lang, page, date, updated, address, compress }) {
  const paper = new Paper({ brand, lang, date, title: page.title, compress })
  const linked = ({ text, href }) => (href && !href.startsWith('#') ? `${text} (${address(href)})` : text)
  paper.flow('P', `${page.description}  (${updated})`, { colour: 'ink-2' })
  for (const block of page.blocks) write(paper, block, (spans) => spans.map(linked).join(''))
  return paper.end()
}

function write(paper, block, words) {
  switch (block.kind) {
    case 'HEADING':
      return paper.flow(`H${block.level}`, words(block.text), headings[block.level])
    case 'PARAGRAPH':
      return paper.flow('P', words(block.text))
    case 'QUOTE':
      for (const item of block.items) paper.flow('P', words(item), { indent: 18 })
      return
    case 'LIST':
      return paper.list(block.items.map(words), block.ordered)
    case 'FACTS':
      return paper.list(block.facts.map(({ number, label }) => `${number}: ${label}`))
    case 'STEPS':
      return paper.list(block.steps.map(({ title, text }) => [title, text].filter(Boolean).join('. ')), true)
    case 'FAQ':
      for (const { q, a } of block.faq) {
        paper.flow('H3', q, headings[3])
        paper.flow('P', words(a))
      }
      return
    case 'TABLE':
      return paper.table(block.head.map(words), block.rows.map((row) => row.map(words)))
    case 'CTA':
      return paper.flow('P', words([{ text: block.cta.label, href: block.cta.url }]))
    default:
      throw new Error(`A policy cannot print a block of the kind ${block.kind}`)
  }
}
