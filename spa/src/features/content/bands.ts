import type { Block, Text } from '../../api/content'

/** How a band of a page is printed: text on paper, a quiet block, or a block of one loud ink. */
export type Tone = 'paper' | 'wax' | 'red' | 'char'

/** A heading with what stands below it, from edge to edge of the page. */
export interface Band {
  heading?: Block
  blocks: Block[]
  tone: Tone
}

/** What stands in a band decides its ink. */
function toneOf(blocks: readonly Block[]): Tone {
  const has = (kind: Block['kind']) => blocks.some((block) => block.kind === kind)
  if (has('FACTS')) return 'red'
  if (has('STEPS')) return 'char'
  if (has('JOBS') || has('PEOPLE')) return 'wax'
  return 'paper'
}

/** Cuts a page into its bands: each heading of the second rank begins one. */
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

/** The text of a heading. */
export function plainText(text: Text = []): string {
  return text.map(({ text }) => text).join('')
}
