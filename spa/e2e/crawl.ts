import { expect, type Page } from '@playwright/test'
import { browserOnly } from '../../infra/verbs/pages.mjs'
import { type Market, marketOf } from '../src/market/market'
import { pageOf } from '../src/market/paths'
import { notFound } from '../src/ui/page/PageMeta'
import {
  type DocumentContent,
  darkThemeViolations,
  englishIn,
  horizontalScroll,
  largeTextFaults,
  layoutShifts,
  readDocuments,
  smallTargets,
  violations,
} from './audit'
import { shuffled } from './seed'

/** Reports whether the market's pages must not contain English text. */
const isForeign = (market: Market) => !market.lang.startsWith('en')

/** Reports whether a path is a file rather than a page. */
export const isFile = (path: string) => /\.\w+$/.test(path)

/** Returns the kind of a page; pages of one kind share a layout. */
export const kindOf = (path: string) => pageOf(path) ?? 'home'

/** Result of checking a page. */
interface CheckResult {
  /** Faults, as sentences. */
  wrong: string[]
  /** Paths on this site that it links to, without queries; fragments are kept. */
  links: string[]
  /** Ids that fragments may reference. */
  parts: string[]
}

/** Returns the targets of hrefs on this site, without paths that only the local server serves. */
function internalPaths(hrefs: readonly string[], from: string): string[] {
  const paths = hrefs
    .map((href) => new URL(href, `http://site${from}`))
    .filter(
      ({ host, protocol, pathname }) =>
        host === 'site' && protocol === 'http:' && !pathname.startsWith('/sandbox'),
    )
    .map(({ pathname, hash }) => pathname.replace(/(.)\/$/, '$1') + hash)
  return [...new Set(paths)]
}

/** Returns the links of a prerendered document to this site. */
export const linksIn = (html: string, from: string) =>
  internalPaths(
    [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href),
    from,
  )

/** Checks a document. */
function checkDocument(
  path: string,
  market: Market,
  { lang, headings, metas, hrefs, parts, texts }: DocumentContent,
): CheckResult {
  const wrong = []
  if (lang !== market.lang) wrong.push(`${path} is in ${lang || 'no language'}, not in ${market.lang}`)
  if (headings !== 1) wrong.push(`${path} has ${headings} h1`)
  if (metas.includes(notFound.name)) wrong.push(`${path} is marked as not found`)
  if (isForeign(market))
    wrong.push(...englishIn({ lang: market.lang, texts }).map((text) => `${path} says in English: ${text}`))
  return { wrong, links: internalPaths(hrefs, path), parts }
}

/** Checks a page in Chromium on a wide screen; `closely` adds layout shift, the dark theme, a width of 320 px and large text. */
export async function checkPage(
  page: Page,
  origin: string,
  path: string,
  market: Market,
  closely = false,
): Promise<CheckResult> {
  const answer = await page.goto(origin + path)
  const wrong = answer?.status() === 200 ? [] : [`${path} answers ${answer?.status()}`]
  await expect(page.locator('h1:visible').first(), path).toBeVisible()
  await expect(page.locator('[data-loading]'), path).toHaveCount(0)
  const [content] = await readDocuments(page)
  const shown = checkDocument(path, market, content!)
  const addFaults = (found: string[], where: string) =>
    wrong.push(...found.map((one) => `${path}${where}: ${one}`))
  wrong.push(...shown.wrong)
  addFaults(await violations(page), '')
  if (closely) {
    addFaults(await layoutShifts(page), '')
    addFaults(await darkThemeViolations(page), ' in the dark')
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 320, height })
    const scrollRange = await horizontalScroll(page)
    if (scrollRange !== 0) wrong.push(`${path} scrolls ${scrollRange} px sideways at 320`)
    addFaults(await smallTargets(page), ' at 320 has a target below 24 px')
    await page.setViewportSize({ width, height })
    addFaults(await largeTextFaults(page), ' with large text')
  }
  return { ...shown, wrong }
}

/** Number of documents fetched at once. */
const batch = 40

/** Fetches and checks the documents at these paths. For files and pages that are not prerendered it checks only the status. */
export async function checkDocuments(
  page: Page,
  paths: readonly string[],
): Promise<Map<string, CheckResult>> {
  const found = new Map<string, CheckResult>()
  for (let at = 0; at < paths.length; at += batch) {
    const batchPaths = paths.slice(at, at + batch)
    for (const [i, content] of (await readDocuments(page, batchPaths)).entries()) {
      const path = batchPaths[i]!
      const nothing: CheckResult = { wrong: [], links: [], parts: [] }
      if (content.status !== 200)
        found.set(path, { ...nothing, wrong: [`${path} answers ${content.status}`] })
      else if (isFile(path) || browserOnly.has(kindOf(path))) found.set(path, nothing)
      else found.set(path, checkDocument(path, marketOf(path), content))
    }
  }
  return found
}

/** Number of pages of each market to check briefly, besides home pages. */
const briefPages = 3

/**
 * Chooses the pages to check in Chromium: one of each kind in each language closely; the home page and a few more of each market
 * briefly. The seed selects them.
 */
export function sample(paths: Iterable<string>, by?: string): Map<string, 'closely' | 'briefly'> {
  const chosen = new Map<string, 'closely' | 'briefly'>()
  const kinds = new Set<string>()
  const shown = new Map<Market, number>()
  for (const path of shuffled(paths, by)) {
    const market = marketOf(path)
    const kind = `${market.lang.slice(0, 2)} ${kindOf(path)}`
    const count = shown.get(market) ?? 0
    if (!kinds.has(kind)) chosen.set(path, 'closely')
    else if (kindOf(path) === 'home' || count < briefPages) chosen.set(path, 'briefly')
    if (chosen.get(path) === 'briefly' && kindOf(path) !== 'home') shown.set(market, count + 1)
    kinds.add(kind)
  }
  return chosen
}

/** Reports whether a path belongs to this market's site, which is crawled; links to other sites are only checked for existence. */
export const isOf = (market: Market, path: string) => marketOf(path) === market
