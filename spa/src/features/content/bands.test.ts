import { expect, test } from 'vitest'
import type { Block } from '../../api/content'
import { bandsOf, plainText } from './bands'

const block = (kind: Block['kind'], over: Partial<Block> = {}): Block => ({ kind, ...over })
const heading = (text: string, level = 2) => block('HEADING', { level, text: [{ text }] })

const shape = (blocks: Block[]) =>
  bandsOf(blocks).map(({ heading, blocks, tone }) => [
    heading ? plainText(heading.text) : '',
    tone,
    blocks.map(({ kind }) => kind).join(' '),
  ])

test('each second-level heading starts a band whose content selects its colour', () => {
  expect(
    shape([
      block('PARAGRAPH'),
      heading('Numbers'),
      block('FACTS'),
      block('PARAGRAPH'),
      heading('How'),
      heading('In detail', 3),
      block('STEPS'),
      block('CTA'),
      heading('Work'),
      block('JOBS'),
      heading('Words'),
      block('LIST'),
    ]),
  ).toEqual([
    ['', 'paper', 'PARAGRAPH'],
    ['Numbers', 'red', 'FACTS PARAGRAPH'],
    ['How', 'char', 'HEADING STEPS CTA'],
    ['Work', 'wax', 'JOBS'],
    ['Words', 'paper', 'LIST'],
  ])
})

test('a page without headings is one band', () => {
  expect(shape([block('PARAGRAPH'), block('PEOPLE')])).toEqual([['', 'wax', 'PARAGRAPH PEOPLE']])
  expect(shape([])).toEqual([])
})
