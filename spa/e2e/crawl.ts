import { expect, type Page } from '@playwright/test'
import { rendered } from '../../infra/verbs/pages.mjs'
import { type Market, marketOf } from '../src/market/market'
import { pageOf } from '../src/market/paths'
import { notFound } from '../src/ui/PageMeta'
import { english, sideways, smallTargets, violations, violationsInTheDark } from './audit'

/** Languages whose pages say no word of ours in English. */
const foreign = (market: Market) => !market.lang.startsWith('en')

/** A file to be fetched, not a page to be looked at. */
export const isFile = (path: string) => /\.\w+$/.test(path)

/** The pages of one kind look alike: those of a restaurant, of a town, of a post. */
export const kindOf = (path: string) => pageOf(path) ?? 'home'

/** A page as the crawl saw it. */
interface Seen {
  /** What is wrong with it, in sentences. */
  wrong: string[]
  /** The addresses on this site that it leads to, without their queries; a part of a page is named behind its #. */
  links: string[]
  /** The parts that links may name. */
  parts: string[]
}

/** Where hrefs lead on this site. What the machine itself serves is no part of it. */
function internal(hrefs: readonly string[], from: string): string[] {
  const paths = hrefs
    .map((href) => new URL(href, `http://site${from}`))
    .filter(
      ({ host, protocol, pathname }) =>
        host === 'site' && protocol === 'http:' && !pathname.startsWith('/sandbox'),
    )
    .map(({ pathname, hash }) => pathname.replace(/(.)\/$/, '$1') + hash)
  return [...new Set(paths)]
}

/** What the document that is shown, or one that was fetched, says of itself. */
async function told(page: Page, path: string, market: Market, html?: string): Promise<Seen> {
  const { lang, headings, lost, hrefs, parts } = await page.evaluate(
    ([html, notFound]) => {
      const it = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html')
      const all = (selector: string) =>
        [...it.querySelectorAll(selector)].filter((element) => !element.closest('noscript'))
      return {
        lang: it.documentElement.lang,
        headings: all('h1').length,
        lost: all(`meta[name="${notFound}"]`).length > 0,
        hrefs: all('a[href]').map((a) => a.getAttribute('href')!),
        parts: all('[id]').map(({ id }) => id),
      }
    },
    [html, notFound.name] as const,
  )
  const wrong = []
  if (lang !== market.lang) wrong.push(`${path} is in ${lang || 'no language'}, not in ${market.lang}`)
  if (headings !== 1) wrong.push(`${path} has ${headings} h1`)
  if (lost) wrong.push(`${path} says that it is none`)
  if (foreign(market))
    wrong.push(...(await english(page, html)).map((text) => `${path} says in English: ${text}`))
  return { wrong, links: internal(hrefs, path), parts }
}

/** Looks at a page of the site at an origin as Chromium shows it on a wide screen; closely: in the dark and at 320 px, too. */
export async function visit(
  page: Page,
  origin: string,
  path: string,
  market: Market,
  closely = false,
): Promise<Seen> {
  const answer = await page.goto(origin + path)
  const wrong = answer?.status() === 200 ? [] : [`${path} answers ${answer?.status()}`]
  await expect(page.locator('h1:visible').first(), path).toBeVisible()
  await expect(page.locator('[data-loading]'), path).toHaveCount(0)
  const seen = await told(page, path, market)
  const say = (found: string[], where: string) => wrong.push(...found.map((one) => `${path}${where}: ${one}`))
  wrong.push(...seen.wrong)
  say(await violations(page), '')
  if (closely) {
    say(await violationsInTheDark(page), ' in the dark')
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 320, height })
    const over = await sideways(page)
    if (over !== 0) wrong.push(`${path} scrolls ${over} px sideways at 320`)
    say(await smallTargets(page), ' at 320 has a target below 24 px')
    await page.setViewportSize({ width, height })
  }
  return { ...seen, wrong }
}

/** Fetches a page and reads its document without showing it; of a file, that it is there, and of what the browser renders. */
export async function read(page: Page, origin: string, path: string): Promise<Seen> {
  const answer = await fetch(origin + path)
  const nothing: Seen = { wrong: [], links: [], parts: [] }
  if (answer.status !== 200) return { ...nothing, wrong: [`${path} answers ${answer.status}`] }
  if (isFile(path) || rendered.has(kindOf(path))) return nothing
  // It is parsed within a page whose policy names other sheets.
  const html = (await answer.text()).replaceAll(/<style>.*?<\/style>/gs, '')
  return told(page, path, marketOf(path), html)
}

/** Whether an address is one of this market's site, which is crawled; those of another one are only to be there. */
export const isOf = (market: Market, path: string) => marketOf(path) === market
