import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FixedPage, pageOf, patterns } from '../../market/paths'

const root = resolve(import.meta.dirname, '../../../../infra/seed/content/big-deal-burger')

/** The pages whose words are content, by their names among the paths. */
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
  /** What is written below the front of the file. */
  body: string
  /** Everything that a reader is told: the lines of the front that are sentences, and the body. */
  said: string
}

function proseOf(file: string): Prose {
  const [, front = '', ...rest] = readFileSync(join(root, file), 'utf8').split(/^---$/m)
  const body = rest.join('---')
  const told = [...front.matchAll(/^(?:kicker|description|summary): (.*)$/gm)].map((m) => m[1])
  return { file, body, said: [...told, body].join('\n') }
}

/** Words without the marks of Markdown and the names of YAML. */
const bare = (text: string) =>
  text
    .replaceAll(/```\w*/g, '')
    .replaceAll(/^\s*(?:- )?[a-z]+: ?/gim, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[[\]*#|>"]/g, ' ')

const words = (text: string, locale: string) =>
  [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)].filter((s) => s.isWordLike).length

/** The sentences, however they are spaced and quoted; what is shorter than four words is no sentence of one page alone. */
function sentences({ said }: Prose, locale: string): string[] {
  return bare(said)
    .split(/(?<=[.!?。！？][”»]?)(?<!\p{Lu}\.)\s+|\n/u)
    .map((s) => s.replaceAll(/\s+/g, ' ').trim())
    .filter((s) => /[.!?。！？][”»]?$/.test(s) && words(s, locale) >= 4)
}

const links = ({ body }: Prose) =>
  [...body.matchAll(/\]\((\/[^)]*)\)|^url: (\/.*)$/gm)].map((m) => (m[1] ?? m[2] ?? '').split(/[?#]/)[0]!)

const pages = (locale: string) =>
  globSync('pages/**/*.md', { cwd: join(root, locale) })
    .sort()
    .map((file) => proseOf(join(locale, file)))
const posts = (locale: string) =>
  globSync('posts/*.md', { cwd: join(root, locale) })
    .sort()
    .map((file) => proseOf(join(locale, file)))

const locales = ['en', 'fr-ca', 'pt-br', 'ja-jp', 'es-mx'].filter((locale) => existsSync(join(root, locale)))

describe.each(locales)('%s', (locale) => {
  const all = [...pages(locale), ...posts(locale)]

  test('each page and each post has at least 150 words', () => {
    const short = all.map(({ file, body }) => ({ file, count: words(bare(body), locale) }))
    expect(short.filter(({ count }) => count < 150)).toEqual([])
  })

  test('no sentence stands on two pages', () => {
    const where = new Map<string, string>()
    const twice: string[] = []
    for (const prose of all)
      for (const sentence of new Set(sentences(prose, locale))) {
        const before = where.get(sentence)
        if (before) twice.push(`${before} and ${prose.file}: ${sentence}`)
        where.set(sentence, prose.file)
      }
    expect(twice).toEqual([])
  })

  test('each link leads to a page that there is', () => {
    const dead = all.flatMap((prose) =>
      links(prose)
        .filter((path) => {
          const page = pageOf(path)
          if (!page) return path !== '/'
          const content = (written as readonly string[]).includes(page)
          return content && !existsSync(join(root, locale, `pages${path}.md`))
        })
        .map((path) => `${prose.file}: ${path}`),
    )
    // A language that has only some of the pages says the words of the others' links without the link.
    if (locale === 'en' || locale === 'fr-ca') expect(dead).toEqual([])
    else expect(dead.filter((link) => !pageOf(link.split(': ')[1]!))).toEqual([])
  })

  test('each file is a page of the site', () => {
    const lost = pages(locale)
      .map(({ file }) => file.slice(`${locale}/pages`.length, -'.md'.length))
      .filter((path) => !(written as readonly (string | undefined)[]).includes(pageOf(path)))
    expect(lost).toEqual([])
  })
})

test.each(['en', 'fr-ca'])('%s has every page', (locale) => {
  expect(written.filter((page) => !existsSync(join(root, locale, `pages/${patterns[page]}.md`)))).toEqual([])
})

test('a sentence that stands twice is seen, in whatever dress', () => {
  const prose = (body: string): Prose => ({ file: '', body, said: body })
  const one = sentences(
    prose('We do it [for you](/menu) today. Yes.\n- text: It stays here  for good.'),
    'en',
  )
  expect(one).toEqual(['We do it for you today.', 'It stays here for good.'])
})
