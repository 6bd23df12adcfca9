// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { translator } from '../../../infra/verbs/pages.mjs'
import { menuPDF } from '../../../infra/verbs/pdf/menuPDF.mjs'
import { policyPDF } from '../../../infra/verbs/pdf/policyPDF.mjs'
import { buildSettings, brand as settings } from './brand'

const brand = { ...settings, ...buildSettings }
const date = new Date('2026-11-20')

/** Returns the text of an uncompressed PDF per page, decoded with its own glyph tables. */
function pagesOf(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      id!,
      body!,
    ]),
  )
  const named = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1] ?? ''
  const letters = (font: string) => {
    const table = objects.get(named(objects.get(font)!, 'ToUnicode'))!
    const all = [...table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)].flatMap(([, first, list]) =>
      [...list!.matchAll(/<([\w ]*)>/g)].map(
        ([, hex], n) =>
          [
            Number.parseInt(first!, 16) + n,
            String.fromCharCode(...hex!.match(/\w{4}/g)!.map((h) => Number.parseInt(h, 16))),
          ] as const,
      ),
    )
    return new Map(all)
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.map((page) => {
    const resources = objects.get(named(page, 'Resources')) ?? page
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, letters(id!)]),
    )
    let said = ''
    let font = new Map<number, string>()
    const content = objects.get(named(page, 'Contents'))!
    for (const [, name, array] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name)!
      else
        said += `${[...array!.matchAll(/<(\w+)>/g)]
          .map(([, hex]) =>
            hex!
              .match(/.{4}/g)!
              .map((h) => font.get(Number.parseInt(h, 16)))
              .join(''),
          )
          .join('')} `
    }
    return said.replaceAll(/\s+/g, ' ')
  })
}

const tags = (pdf: Buffer, kind: string) =>
  [...pdf.toString('latin1').matchAll(new RegExp(`/S /${kind}\\b`, 'g'))].length

interface Menu {
  sections: { name: Record<string, string>; items: string[] }[]
  items: { id: string; name: Record<string, string>; description: Record<string, string>; calories: number }[]
}
const seed: Menu = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../infra/seed/menu.json'), 'utf8'),
)

/** The seeded menu in the API's form. */
const menuIn = (locale: string) => [
  {
    label: 'Menu',
    sections: seed.sections.slice(0, 3).map(({ name, items }) => ({
      label: name[locale]!,
      dishes: items.map((id) => {
        const item = seed.items.find((i) => i.id === id)!
        return {
          label: item.name[locale]!,
          description: item.description[locale]!,
          calories: { min: item.calories, max: item.calories },
        }
      }),
    })),
  },
]

describe.each([
  ['en', 'en-US', 'Menu At A Glance', '1,040 Cal'],
  ['fr-ca', 'fr-CA', 'Le menu en un coup d’œil', '1 040 Cal'],
] as const)('the menu to print in %s', (locale, lang, title, calories) => {
  const number = (n: number) => n.toLocaleString(lang)
  const of = {
    brand,
    lang,
    date,
    menus: menuIn(locale),
    t: translator(brand, locale),
    number,
    address: 'https://www.example/menu',
    compress: false,
  }

  test('has every section and dish with accents, and PDF tags', async () => {
    const pdf = await menuPDF(of)
    const pages = pagesOf(pdf)
    const whole = pages.join(' ')
    const bare = (text: string) => text.replaceAll(/\s+/g, '')
    expect(pages.length).toBeLessThanOrEqual(2)
    expect(whole).toContain(title)
    expect(bare(whole)).toContain(bare(calories))
    for (const { label, dishes } of of.menus[0]!.sections) {
      expect(bare(whole)).toContain(bare(label))
      for (const dish of dishes)
        for (const text of [dish.label, dish.description]) expect(bare(whole)).toContain(bare(text))
    }
    for (const page of pages) expect(page).not.toContain('undefined')
    const raw = pdf.toString('latin1')
    for (const mark of [
      `/Lang (${lang})`,
      '/Marked true',
      '/StructTreeRoot',
      '/DisplayDocTitle true',
      '<pdfuaid:part>1',
    ])
      expect(raw).toContain(mark)
    expect(tags(pdf, 'H1')).toBe(1)
    expect(tags(pdf, 'H2')).toBe(of.menus[0]!.sections.length)
    expect(tags(pdf, 'LI')).toBe(of.menus[0]!.sections.flatMap((s) => s.dishes).length)
  })
})

test('a dish without calories is printed without them, and an empty section is not printed', async () => {
  const dish = { label: 'Pit Water', description: 'From the tap.' }
  const sections = [
    { label: 'Nothing yet', dishes: [] },
    { label: 'Drinks', dishes: [dish] },
  ]
  const pdf = await menuPDF({
    brand,
    lang: 'en-US',
    date,
    menus: [{ label: 'Menu', sections }],
    t: translator(brand, 'en'),
    number: String,
    address: 'https://www.example/menu',
    compress: false,
  })
  const whole = pagesOf(pdf).join(' ')
  expect(whole).toContain('Pit Water')
  expect(whole).not.toMatch(/Nothing yet|undefined|NaN/)
  expect([tags(pdf, 'H2'), tags(pdf, 'LI')]).toEqual([1, 1])
})

test('a printed policy has every kind of block, PDF tags and link targets', async () => {
  const text = [{ text: 'Read ' }, { text: 'this', href: '/contact/us' }]
  const blocks = [
    { kind: 'HEADING', level: 2, text: [{ text: 'Première' }] },
    { kind: 'PARAGRAPH', text },
    { kind: 'LIST', ordered: true, items: [[{ text: 'one' }], text] },
    {
      kind: 'TABLE',
      head: [[{ text: 'Name' }], [{ text: 'Days' }]],
      rows: [[[{ text: 'quote' }], [{ text: '7' }]]],
    },
    { kind: 'FAQ', faq: [{ q: 'Why?', a: text }] },
    { kind: 'CTA', cta: { label: 'Ask us', url: 'mailto:us@brand.example' } },
    { kind: 'FORM' },
    ...Array.from({ length: 60 }, () => ({
      kind: 'PARAGRAPH',
      text: [{ text: 'More of it, for a second page.' }],
    })),
  ]
  const of = {
    brand,
    lang: 'fr-CA',
    page: { title: 'Politique', description: 'Ce que nous gardons', blocks },
    url: '/legal/policy',
    date,
    updated: '1er novembre 2026',
    compress: false,
  }
  const address = (path: string) => (path.startsWith('/') ? `https://www.brand.example${path}` : path)
  const pdf = await policyPDF({ ...of, address })
  const [first = '', second = ''] = pagesOf(pdf)
  for (const said of [
    'Politique',
    '1er novembre 2026',
    'Première',
    'Read this (https://www.brand.example/contact/us)',
    '2.',
    'Days',
    'Why?',
    'Ask us (mailto:us@brand.example)',
    'https://www.brand.example/legal/policy',
    '1 / 3',
  ])
    expect(first).toContain(said)
  expect(second).toContain('2 / 3')
  expect({ h2: tags(pdf, 'H2'), li: tags(pdf, 'LI'), th: tags(pdf, 'TH'), td: tags(pdf, 'TD') }).toEqual({
    h2: 1,
    li: 2,
    th: 2,
    td: 2,
  })
  await expect(
    policyPDF({ ...of, address, page: { ...of.page, blocks: [{ kind: 'JOBS' }] } }),
  ).rejects.toThrow('JOBS')
})
