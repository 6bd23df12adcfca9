import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsOf } from '../i18n/translations.plugin'
import { soonCategories } from './categories'

const root = join(import.meta.dirname, '../../../infra/seed/content')
const words: Record<string, Record<string, string>> = { en: textsOf('en'), 'fr-ca': textsOf('fr-ca') }

interface Entry {
  title?: string
  url?: string
}

/** Returns every entry of a navigation or footer, at any depth. */
function entries(content: unknown): Entry[] {
  if (typeof content !== 'object' || content === null) return []
  return [content as Entry, ...Object.values(content).flatMap(entries)]
}

/** Reachable but not usable yet: categories without orders, quotes. Holiday orders are taken by phone. */
const comingSoonPaths = new Set([
  ...Object.keys(soonCategories)
    .filter((category) => category !== 'holiday')
    .map((category) => `/quote/${category}`),
  '/get-a-quote',
])

const files = readdirSync(root).flatMap((brand) =>
  readdirSync(join(root, brand)).flatMap((locale) =>
    ['navigation.json', 'footer.json'].map((file) => [`${brand}/${locale}/${file}`, locale] as const),
  ),
)

test.each(files)('%s marks every entry without a page as coming soon', (file, locale) => {
  const soon = words[locale]?.['app.soon']?.replace('[what]', '') ?? '(nothing is ordered in this language)'
  for (const { title, url } of entries(JSON.parse(readFileSync(join(root, file), 'utf8'))))
    if (url && comingSoonPaths.has(url)) expect(title).toContain(soon)
})
