import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineUp as bigDeal } from '../../brand/big-deal-burger/lineUp'
import { lineUp as harborLight } from '../../brand/harbor-light-grill/lineUp'
import { own as harborLightWords } from '../../brand/harbor-light-grill/words'
import type { OwnWords } from '../../brand/words'
import { stackOf } from '../../food/stack'
import { languages, textsOf } from '../../i18n/translations.plugin'
import { lineUpSection, withPlacedLayers } from './lineUpBurgers'

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

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Each brand with its menu and translations. */
const brands = [
  { folder: 'big-deal-burger', menu: 'infra/seed/menu.json', burgers: bigDeal, own: {} as OwnWords },
  {
    folder: 'harbor-light-grill',
    menu: 'infra/seed/brands/harbor-light-grill/menu.json',
    burgers: harborLight,
    own: harborLightWords,
  },
]

test.each(
  brands.flatMap(({ burgers, ...brand }) =>
    burgers.map((burger) => ({ ...brand, ...withPlacedLayers(burger) })),
  ),
)(
  '$slug is on the menu of $folder, under its name and with its layers',
  ({ folder, menu: file, own, slug, name, layers }) => {
    const menu: Menu = read(file)
    const { shortTitle } = read(`shared/brand/brands/${folder}/brand.json`)
    const item = menu.items.find((i) => i.slug === slug)!
    expect(menu.sections.find((s) => s.slug === lineUpSection)?.items).toContain(item.id)
    for (const locale of languages)
      if (locale in item.name && (locale === 'en' || folder === 'big-deal-burger'))
        expect((own[locale]?.[name] ?? textsOf(locale)[name]!).replace('[brand-short]', shortTitle)).toBe(
          item.name[locale],
        )
    const defaults = item.groups.flatMap((id) =>
      menu.modifierGroups.find((g) => g.id === id)!.modifiers.flatMap((m) => (m.default ? [m.id] : [])),
    )
    expect(layers.map((l) => l.layer)).toEqual(stackOf(item.stack, defaults).map((l) => l.layer))
  },
)
