// A printable document, such as the menu or a policy, in the brand's fonts and colours: a tagged PDF, in which a screen reader finds
// headings, lists and tables.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { root } from '../build.mjs'

// WOFF instead of the site's WOFF2, of which pdfkit cannot embed a subset. The faces are the same.
const files = createRequire(import.meta.url)
const face = (path) => readFileSync(files.resolve(`@fontsource/${path}`))
const bowlby = {
  poster: face('bowlby-one/files/bowlby-one-latin-400-normal.woff'),
  text: face('public-sans/files/public-sans-latin-400-normal.woff'),
  bold: face('public-sans/files/public-sans-latin-700-normal.woff'),
}
/** The fonts of each font set. system uses fonts that every PDF reader has. */
const faces = { bowlby, system: { poster: 'Helvetica-Bold', text: 'Helvetica', bold: 'Helvetica-Bold' } }

/** US Letter, in points. */
const sheet = { width: 612, height: 792, margin: 45, foot: 40, gutter: 24 }
const fullWidth = sheet.width - 2 * sheet.margin

/** Returns the colours of the brand's light theme, by name. */
function coloursOf({ folderPath }) {
  const css = readFileSync(join(root, 'spa', 'src', 'brand', folderPath, 'colours.css'), 'utf8')
  return Object.fromEntries([...css.slice(0, css.indexOf(':root[data-theme')).matchAll(/--([\w-]+): (#\w+)/g)].map(([, name, hex]) => [name, hex]))
}

/** A document with { brand, lang, title, date }. The first page begins with a title band. */
export class TaggedPDF {
  constructor({ brand, lang, title, date, compress = true }) {
    this.heading = { brand, title }
    this.colours = coloursOf(brand)
    this.doc = new PDFDocument({
      size: [sheet.width, sheet.height],
      margins: { top: sheet.margin, bottom: sheet.foot, left: sheet.margin, right: sheet.margin },
      autoFirstPage: false,
      font: null, // our fonts are registered below
      bufferPages: true,
      compress,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang,
      displayTitle: true,
      info: { Title: title, Author: brand.name, Creator: brand.name, Producer: brand.name, CreationDate: date, ModDate: date },
    })
    for (const [name, font] of Object.entries(faces[brand.fonts])) this.doc.registerFont(name, font)
    this.left = sheet.margin // of the column
    this.width = fullWidth
    this.chunks = []
    this.doc.on('data', (chunk) => this.chunks.push(chunk))
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
    this.doc.addPage()
    this.titleBand()
  }

  /** Draws decoration, which screen readers skip. */
  artifact(draw) {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw(this.doc)
    this.doc.endMarkedContent()
  }

  /** Draws the brand and the title at the top of the first page. */
  titleBand() {
    const { doc, colours } = this
    this.artifact(() => {
      doc.rect(0, 0, sheet.width, 104).fill(colours.red)
      doc.rect(0, 104, sheet.width, 5).fill(colours.yellow)
    })
    this.write('P', this.root, this.heading.brand.name, { x: sheet.margin, y: 24, width: 520, font: 'bold', size: 11, colour: 'on-red' })
    const size = 30 - Math.max(0, this.heading.title.length - 24) * 0.6
    this.write('H1', this.root, this.heading.title, { x: sheet.margin, y: 42, width: 530, font: 'poster', size, colour: 'on-red' })
    this.doc.y = 128
  }

  height(text, { font, size, width = this.width, gap }) {
    return this.doc.font(font).fontSize(size).heightOfString(text, { width, lineGap: gap })
  }

  /** Writes a text below the last one, or at x and y, as a structure element of a PDF type (H2, P, LBody, TD …). */
  write(kind, parent, text, { x = this.left, y = this.doc.y, width = this.width, font, size, colour, align, gap = 1.5 }) {
    this.doc.font(font).fontSize(size).fillColor(this.colours[colour])
    this.doc.text(text, x, y, { width, align, lineGap: gap, structParent: parent, structType: kind })
  }

  /** Divides the rest of the pages into two columns, filled one after the other. */
  startColumns() {
    this.width = (fullWidth - sheet.gutter) / 2
    this.top = this.doc.y
  }

  /** Continues in the next column or page unless this height is left. */
  ensureRoom(height) {
    const { doc } = this
    if (doc.y + height <= doc.page.maxY()) return
    const next = this.top !== undefined && this.left === sheet.margin
    if (!next) {
      doc.addPage()
      this.top &&= doc.y
    }
    this.left = next ? sheet.margin + this.width + sheet.gutter : sheet.margin
    doc.y = this.top ?? doc.y
  }

  /** Adds a structure element and returns it. */
  addElement(kind, parent = this.root) {
    const element = this.doc.struct(kind)
    parent.add(element)
    return element
  }

  /** Writes a paragraph or heading. `keepAfter` is the height that must remain on the page after it. */
  writeBlock(kind, text, { before = 0, after = 8, indent = 0, keepAfter = 0, colour = 'ink', font = 'text', size = 10, gap = 3 } = {}) {
    const style = { font, size, gap, colour, width: this.width - indent }
    if (keepAfter) this.ensureRoom(before + this.height(text, style) + keepAfter)
    this.write(kind, this.root, text, { ...style, x: this.left + indent, y: this.doc.y + before })
    this.doc.y += after
  }

  list(items, ordered = false) {
    const { doc } = this
    doc.font('text').fontSize(10).fillColor(this.colours.ink)
    const style = { listType: ordered ? 'numbered' : 'bullet', bulletRadius: 1.6, textIndent: 18, paragraphGap: 4, lineGap: 3 }
    doc.list(items, sheet.margin, doc.y, { ...style, structParent: this.addElement('L') })
    doc.y += 4
  }

  table(head, rows) {
    const { doc, colours } = this
    doc.font('text').fontSize(9)
    doc.x = sheet.margin
    const header = head.map((text) => ({ text, type: 'TH', scope: 'Column', font: { src: 'bold' } }))
    const defaultStyle = { border: [0, 0, 0.5, 0], borderColor: colours.edge, padding: [3, 8, 3, 0], textColor: colours.ink }
    doc.table({ data: [header, ...rows], defaultStyle, structParent: this.root })
    doc.y += 10
  }

  /** Numbers the pages and returns the file. */
  async end() {
    const { doc, colours } = this
    this.root.end()
    const { start, count } = doc.bufferedPageRange()
    for (let n = 0; n < count; n++) {
      doc.switchToPage(start + n)
      doc.page.margins.bottom = 0 // else a text in the margin would start a new page
      doc.markContent('Artifact', { type: 'Pagination' })
      doc.font('text').fontSize(8).fillColor(colours['ink-2'])
      const footer = `${this.heading.brand.name}  ·  ${this.heading.title}  ·  ${n + 1} / ${count}`
      doc.text(footer, sheet.margin, sheet.height - 30, { width: fullWidth, align: 'center', lineBreak: false })
      doc.endMarkedContent()
    }
    const ended = new Promise((done) => doc.on('end', done))
    doc.end()
    await ended
    return Buffer.concat(this.chunks)
  }
}
