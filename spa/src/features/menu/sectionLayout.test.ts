import { expect, test } from 'vitest'
import type { Item, Section } from '../../api/generated'
import { fillRows, layoutSections } from './sectionLayout'

const section = (stacks: number, plates: number) =>
  ({
    items: [
      ...Array(stacks).fill({ stack: [{ layer: 'heel' }] }),
      ...Array(plates).fill({ picture: 'dishes/x' }),
    ] as Item[],
  }) as Section

test('the first section has the large card', () => {
  expect(layoutSections([section(4, 0)])).toEqual(['headliner'])
})

test('filtering out the first dish promotes no other', () => {
  const menu = [section(4, 0), section(0, 5)]
  expect(layoutSections(menu, menu)[0]).toBe('headliner')
  expect(layoutSections(menu.slice(1), menu)).not.toContain('headliner')
})

test('adjacent sections never have the same layout', () => {
  for (let mix = 0; mix < 2 ** 10; mix++) {
    const sections = Array.from({ length: 10 }, (_, bit) =>
      (mix >> bit) & 1 ? section(5, 0) : section(0, 5),
    )
    const layouts = layoutSections(sections)
    for (let at = 1; at < layouts.length; at++) expect(layouts[at]).not.toBe(layouts[at - 1])
  }
})

test.each([
  [10, { columns: 5, last: 1 }],
  [8, { columns: 4, last: 1 }],
  [9, { columns: 3, last: 1 }],
  [6, { columns: 3, last: 1 }],
  [7, { columns: 4, last: 2 }],
  [1, { columns: 3, last: 3 }],
])('%i dishes leave no gap in the grid', (dishes, want) => {
  const found = fillRows(dishes, [4, 5, 3])
  expect(found).toEqual(want)
  expect((dishes - 1 + found.last) % found.columns).toBe(0)
})
