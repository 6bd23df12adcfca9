import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brand } from '../../brand/brand'
import { markets } from '../../market/market'
import { type FixedPage, hasPage, pageOf, patterns } from '../../market/paths'

const contents = resolve(import.meta.dirname, '../../../../infra/seed/content')

const locales = resolve(import.meta.dirname, '../../../../locales')

const drawnSigns = resolve(import.meta.dirname, '../../brand')

/** Pages with text from the content, by their names in the path table. */
const written = [
  'catering',
  'cateringServices',
  'cateringFaq',
  'cateringFeedback',
  'ourStory',
  'team',
  'careers',
  'nutrition',
  'deals',
  'loyaltyPromo',
  'contest',
  'talk',
  'feedback',
  'reviewUs',
  'ccpa',
  'doNotSell',
  'terms',
  'privacy',
  'cookies',
] as const satisfies readonly FixedPage[]

interface Prose {
  file: string
  /** Text below the front matter. */
  body: string
  /** All text that readers see: sentences of the front matter, and the body. */
  said: string
}

function proseOf(file: string): Prose {
  const [, front = '', ...rest] = readFileSync(join(contents, file), 'utf8').split(/^---$/m)
  const body = rest.join('---')
  const told = [...front.matchAll(/^(?:kicker|description|summary): (.*)$/gm)].map((m) => m[1])
  return { file, body, said: [...told, body].join('\n') }
}

/** Strips Markdown syntax and YAML keys. */
const bare = (text: string) =>
  text
    .replaceAll(/```\w*/g, '')
    .replaceAll(/^\s*(?:- )?[a-z]+: ?/gim, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[[\]*#|>"]/g, ' ')

const words = (text: string, locale: string) =>
  [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)].filter((s) => s.isWordLike).length

/** Returns the sentences with normalised spaces and quotes. Fragments of less than four words are not counted as sentences. */
function sentences({ said }: Prose, locale: string): string[] {
  return bare(said)
    .split(/(?<=[.!?。！？][”»]?)(?<!\p{Lu}\.)\s+|\n/u)
    .map((s) => s.replaceAll(/\s+/g, ' ').trim())
    .filter((s) => /[.!?。！？][”»]?$/.test(s) && words(s, locale) >= 4)
}

interface Menu {
  sections: { line?: Record<string, string> }[]
  items: { description: Record<string, string> }[]
}

/** Returns sentences used outside the content, in the menu and in the translations, with their places. */
function saidElsewhere(folder: string, locale: string): Map<string, string> {
  const language = locale === 'en-001' ? 'en' : locale
  const own = `../brands/${folder}/menu.json`
  const menu: Menu = JSON.parse(
    readFileSync(join(contents, existsSync(join(contents, own)) ? own : '../menu.json'), 'utf8'),
  )
  const told = [
    ...menu.items.map(({ description }) => ['the menu', description[language]]),
    ...menu.sections.map(({ line }) => ['the menu', line?.[language]]),
    ...globSync(`${language}/!(mail|calendar|paper).json`, { cwd: locales }).flatMap((file) =>
      Object.values(JSON.parse(readFileSync(join(locales, file), 'utf8'))).map((text) => [file, text]),
    ),
  ] as [where: string, text?: string][]
  return new Map(
    told.flatMap(([where, said = '']) =>
      sentences({ file: where, body: said, said }, locale).map((sentence) => [sentence, where] as const),
    ),
  )
}

const links = ({ body }: Prose) =>
  [...body.matchAll(/\]\((\/[^)]*)\)|^url: (\/.*)$/gm)].map((m) => (m[1] ?? m[2] ?? '').split(/[?#]/)[0]!)

const pages = (edition: string) =>
  globSync('pages/**/*.md', { cwd: join(contents, edition) })
    .sort()
    .map((file) => proseOf(join(edition, file)))
const posts = (edition: string) =>
  globSync('posts/*.md', { cwd: join(contents, edition) })
    .sort()
    .map((file) => proseOf(join(edition, file)))

/** Content folders per brand and language: brand/locale. */
const editions = globSync('*/*', { cwd: contents }).sort()

const slugOf = (folderPath: string): string =>
  JSON.parse(readFileSync(join(contents, '../../../shared/brand/brands', folderPath, 'brand.json'), 'utf8'))
    .slug

/** Sites that use a language. */
const sitesOf = (locale: string) =>
  markets.filter((market) => market.locale.replace('en-ca', 'en') === locale)

test('each language of a site has an edition', () => {
  const read = new Set(markets.map(({ locale }) => locale.replace('en-ca', 'en')))
  expect(editions.filter((e) => e.startsWith('big-deal-burger/'))).toEqual(
    [...read].map((locale) => `big-deal-burger/${locale}`).sort(),
  )
})

// Every brand takes orders, and the page of an order leads to the review.
test.each(globSync('*', { cwd: contents }))('%s can be reviewed', (folder) => {
  expect(existsSync(join(contents, folder, `en/pages/${patterns.reviewUs}.md`))).toBe(true)
})

describe.each(editions)('%s', (edition) => {
  const [folder = '', locale = ''] = edition.split('/')
  /** Replaces the slug of that brand by the slug of the brand under test. */
  const ours = (path: string) => path.replace(slugOf(folder), brand.slug)
  const all = [...pages(edition), ...posts(edition)]

  test('each page and each post has at least 150 words', () => {
    const short = all.map(({ file, body }) => ({ file, count: words(bare(body), locale) }))
    expect(short.filter(({ count }) => count < 150)).toEqual([])
  })

  test('no sentence is on two pages', () => {
    const where = saidElsewhere(folder, locale)
    const twice: string[] = []
    for (const prose of all)
      for (const sentence of new Set(sentences(prose, locale))) {
        const before = where.get(sentence)
        if (before) twice.push(`${before} and ${prose.file}: ${sentence}`)
        where.set(sentence, prose.file)
      }
    expect(twice).toEqual([])
  })

  test('each link leads to a page on one of the sites with its language', () => {
    const dead = all.flatMap((prose) =>
      links(prose)
        .filter((path) => {
          const page = pageOf(ours(path))
          if (!page) return path !== '/'
          if (!sitesOf(locale).some((market) => hasPage(market, page))) return true
          const content = (written as readonly string[]).includes(page)
          return content && !existsSync(join(contents, edition, `pages${path}.md`))
        })
        .map((path) => `${prose.file}: ${path}`),
    )
    expect(dead).toEqual([])
  })

  test('the icons of the footer exist', () => {
    const footer = readFileSync(join(contents, edition, 'footer.json'), 'utf8')
    const signs = [...footer.matchAll(/"url": "(\/[\w-]+\.\w+)#?([\w-]*)"/g)].filter(
      ([, file = '', id]) => !readFileSync(join(drawnSigns, file), 'utf8').includes(id ? `id="${id}"` : ''),
    )
    expect(signs).toEqual([])
  })

  test('each file is a page of the site', () => {
    const paths = pages(edition).map(({ file }) => file.slice(`${edition}/pages`.length, -'.md'.length))
    expect(paths.length).toBeGreaterThan(0)
    const lost = paths.filter((path) => {
      const page = pageOf(ours(path))
      return !(written as readonly (string | undefined)[]).includes(page)
    })
    expect(lost).toEqual([])
  })
})

test('the blog has at least twelve posts, the same in English and in French', () => {
  const slugs = (locale: string) =>
    globSync('*.md', { cwd: join(contents, `big-deal-burger/${locale}/posts`) })
  expect(slugs('en').length).toBeGreaterThanOrEqual(12)
  expect(slugs('fr-ca').sort()).toEqual(slugs('en').sort())
})

test.each(markets.map((market) => [market.lang, market] as const))(
  'the site in %s has every possible page',
  (_, market) => {
    const folder = join(contents, 'big-deal-burger', market.locale.replace('en-ca', 'en'))
    const wanted = written.filter((page) => hasPage(market, page))
    expect(wanted.filter((page) => !existsSync(join(folder, `pages/${patterns[page]}.md`)))).toEqual([])
  },
)

test('a repeated sentence is found in any markup', () => {
  const prose = (body: string): Prose => ({ file: '', body, said: body })
  const one = sentences(
    prose('We do it [for you](/menu) today. Yes.\n- text: It stays here  for good.'),
    'en',
  )
  expect(one).toEqual(['We do it for you today.', 'It stays here for good.'])
})
