import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Files that name something else by the same word: a function with its schedule and columns, content pages, a phone, pictures. */
const own: Readonly<Record<string, string>> = {
  'functions/functions.go': 'holiday',
  'functions/holiday/holiday.go': 'holiday',
  'functions/holiday/lambda/main.go': 'holiday',
  'infra/server/server.go': 'holiday',
  // A desk.
  'shared/brand/brand.go': 'catering',
  'shared/brand/records.go': 'catering',
  'shared/form/kind.go': 'catering',
  'infra/seed/importer/holidays.go': 'holiday',
  'spa/src/market/paths.ts': 'catering',
  'spa/src/app/pages.tsx': 'catering',
  'spa/src/app/shell/Footer.tsx': 'catering',
  'spa/src/features/content/SitemapPage.tsx': 'catering',
  'spa/src/features/content/useCrumbs.ts': 'catering',
  'spa/src/features/content/soon/SoonPage.tsx': 'catering',
  'spa/src/food/drawings.plugin.ts': 'catering',
}
const slug = /["'`](everyday|catering|866-catering|holiday)(?:["'`]|,catering)/g // ",catering": a list in a tag

test('only the records of the categories have a slug; other code reads them', () => {
  const code = ['functions', 'shared', 'infra', 'spa/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((f) => `${folder}/${f}`),
    )
    .filter((f) => /\.(go|tsx?|m?js|cjs)$/.test(f))
    .filter(
      (f) =>
        !/_test\.go$|\.test\.tsx?$|fixtures?\.(ts|go)$|generated\.ts$|market\/categories\.ts$|^shared\/category\//.test(
          f,
        ),
    )
  expect(code.length).toBeGreaterThan(800)
  const found = code.flatMap((f) =>
    [...readFileSync(join(root, f), 'utf8').matchAll(slug)]
      .filter(([, word]) => word !== own[f])
      .map(([text]) => `${f}: ${text}`),
  )
  expect(found).toEqual([])
})
