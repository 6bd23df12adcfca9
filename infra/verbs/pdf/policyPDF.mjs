// A content page, such as the privacy policy, as a printable document.
import { TaggedPDF } from './taggedPDF.mjs'

const headings = {
  2: { font: 'poster', size: 14, before: 14, after: 5, keepAfter: 40, colour: 'accent' },
  3: { font: 'bold', size: 11.5, before: 9, after: 3, keepAfter: 40 },
  4: { font: 'bold', size: 10.5, before: 6, after: 2, keepAfter: 40 },
}

/** Returns the document of a page from the content API. `url` is the page's path; `address` resolves a link. */
export async function policyPDF({ brand, lang, page, url, date, updated, address, compress }) {
  const pdf = new TaggedPDF({ brand, lang, date, title: page.title, compress })
  const withAddress = ({ text, href }) => (href && !href.startsWith('#') ? `${text} (${address(href)})` : text)
  pdf.writeBlock('P', `${page.description}  (${updated})`, { colour: 'ink-2' })
  for (const block of page.blocks) {
    if (block.kind === 'FORM') pdf.writeBlock('P', address(url)) // a form is filled in on the site
    else write(pdf, block, (spans) => spans.map(withAddress).join(''))
  }
  return pdf.end()
}

function write(pdf, block, textOf) {
  switch (block.kind) {
    case 'HEADING':
      return pdf.writeBlock(`H${block.level}`, textOf(block.text), headings[block.level])
    case 'PARAGRAPH':
      return pdf.writeBlock('P', textOf(block.text))
    case 'QUOTE':
      for (const item of block.items) pdf.writeBlock('P', textOf(item), { indent: 18 })
      return
    case 'LIST':
      return pdf.list(block.items.map(textOf), block.ordered)
    case 'FACTS':
      return pdf.list(block.facts.map(({ number, label }) => `${number}: ${label}`))
    case 'STEPS':
      return pdf.list(block.steps.map(({ title, text }) => [title, text].filter(Boolean).join('. ')), true)
    case 'FAQ':
      for (const { q, a } of block.faq) {
        pdf.writeBlock('H3', q, headings[3])
        pdf.writeBlock('P', textOf(a))
      }
      return
    case 'TABLE':
      return pdf.table(block.head.map(textOf), block.rows.map((row) => row.map(textOf)))
    case 'CTA':
      return pdf.writeBlock('P', textOf([{ text: block.cta.label, href: block.cta.url }]))
    default:
      throw new Error(`A policy cannot print a block of the kind ${block.kind}`)
  }
}
