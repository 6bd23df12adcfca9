import { expect, type Page } from '@playwright/test'
import { type Market, marketOf } from '../src/market/market'
import { pageOf } from '../src/market/paths'
import { notFound } from '../src/ui/PageMeta'
import { english, violations } from './audit'

/** Languages whose pages say no word of ours in English. */
const foreign = (market: Market) => !market.lang.startsWith('en')

/** A file to be fetched, not a page to be looked at. */
export const isFile = (path: string) => /\.\w+$/.test(path)

/** The internal links of a document: paths of the same market, without their queries. What the machine itself serves is none. */
export function internal(hrefs: readonly string[], market: Market): string[] {
  const paths = hrefs
    .map((href) => new URL(href, 'http://site'))
    .filter(
      ({ host, protocol, pathname }) =>
        host === 'site' && protocol === 'http:' && !pathname.startsWith('/sandbox'),
    )
    .map(({ pathname }) => pathname.replace(/(.)\/$/, '$1'))
  return [...new Set(paths)].filter((path) => marketOf(path) === market)
}

/** The pages of one kind look alike: those of a restaurant, of a town, of a post. */
export const kindOf = (path: string) => pageOf(path) ?? 'home'

/** Looks at a page as Chromium shows it, and gives its links. */
export async function visit(page: Page, path: string, market: Market): Promise<string[]> {
  const answer = await page.goto(path)
  expect.soft(answer?.status(), path).toBe(200)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page.locator('h1:visible').first(), path).toBeVisible()
  await expect(page.locator('[data-loading]'), path).toHaveCount(0)
  expect.soft(await heading.count(), `h1 of ${path}`).toBe(1)
  await expect.soft(page.locator('html'), path).toHaveAttribute('lang', market.lang)
  expect
    .soft(await page.locator(`meta[name="${notFound.name}"]`).count(), `${path} says that it is none`)
    .toBe(0)
  if (foreign(market)) expect.soft(await english(page), `English on ${path}`).toEqual([])
  expect.soft(await violations(page), `axe, ${path}`).toEqual([])
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  return internal(hrefs, market)
}

/** What a published document says without being shown: its language, its headings, its links. */
export function read(html: string) {
  return {
    lang: /<html[^>]* lang="([^"]*)"/.exec(html)?.[1],
    headings: [...html.matchAll(/<h1[\s>]/g)].length,
    hrefs: [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    ),
  }
}
