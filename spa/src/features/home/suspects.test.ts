import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '../../brand/brand'
import { stackOf } from '../../food/stack'
import en from '../../i18n/en'
import esMx from '../../i18n/es-mx'
import frCa from '../../i18n/fr-ca'
import jaJp from '../../i18n/ja-jp'
import ptBr from '../../i18n/pt-br'
import { suspects, suspectsSection } from './suspects'

interface Menu {
  sections: { slug: string; items: string[] }[]
  items: {
    id: string
    slug: string
    name: Record<string, string>
    stack: { layer: string; by?: string }[]
    groups: string[]
  }[]
  modifierGroups: { id: string; modifiers: { id: string; default?: boolean }[] }[]
}

const menu: Menu = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../infra/seed/menu.json'), 'utf8'),
)

test.each(suspects)('$slug is on the menu, under its name and with its layers', ({ slug, name, layers }) => {
  const item = menu.items.find((i) => i.slug === slug)!
  expect(menu.sections.find((s) => s.slug === suspectsSection)?.items).toContain(item.id)
  const languages = { en, 'fr-ca': frCa, 'pt-br': ptBr, 'ja-jp': jaJp, 'es-mx': esMx }
  for (const [locale, words] of Object.entries(languages))
    expect(words[name].replace('[brand-short]', brand.shortName)).toBe(item.name[locale])
  const defaults = item.groups.flatMap((id) =>
    menu.modifierGroups.find((g) => g.id === id)!.modifiers.flatMap((m) => (m.default ? [m.id] : [])),
  )
  expect(layers.map((l) => l.layer)).toEqual(stackOf(item.stack, defaults).map((l) => l.layer))
})
