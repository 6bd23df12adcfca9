import type { Block, Text } from '../../api/content'

/** Colour of a band: text on paper, a quiet block, or a block of one strong colour. */
export type Tone = 'paper' | 'wax' | 'stage' | 'red' | 'char'

/** A heading and its content, as one full-width band. */
export interface Band {
  heading?: Block
  blocks: Block[]
  tone: Tone
}

/** Chooses the colour by the content of the band. */
function toneOf(blocks: readonly Block[]): Tone {
  const has = (kind: Block['kind']) => blocks.some((block) => block.kind === kind)
  if (has('FORM')) return 'stage'
  if (has('FACTS')) return 'red'
  if (has('STEPS')) return 'char'
  if (has('JOBS') || has('PEOPLE')) return 'wax'
  return 'paper'
}

/** Splits a page into bands; each level-2 heading starts a new one. */
export function bandsOf(blocks: readonly Block[]): Band[] {
  const bands: Band[] = []
  for (const block of blocks) {
    const last = bands.at(-1)
    if (block.kind === 'HEADING' && block.level === 2)
      bands.push({ heading: block, blocks: [], tone: 'paper' })
    else if (last) last.blocks.push(block)
    else bands.push({ blocks: [block], tone: 'paper' })
  }
  return bands.map((band) => ({ ...band, tone: toneOf(band.blocks) }))
}

/** Returns the text without formatting. */
export function plainText(text: Text = []): string {
  return text.map(({ text }) => text).join('')
}
