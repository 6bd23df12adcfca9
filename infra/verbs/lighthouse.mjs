// Runs Lighthouse on pages with its mobile settings.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from './machine.mjs'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]

/** Returns the reports of that many cold visits to each address. Visits are interleaved, so that other load affects all addresses alike. */
async function reportsOf(urls, visits, settings) {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await launch({ chromePath: chromium(), userDataDir: profile, chromeFlags })
  const reports = urls.map(() => [])
  const how = { port: browser.port, logLevel: 'error', formFactor: 'mobile', ...settings }
  try {
    for (let n = 0; n < visits; n++)
      for (const [i, url] of urls.entries()) reports[i].push((await lighthouse(url, how)).lhr)
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return reports
}

/** Returns medians of reports: { fcp, lcp, tbt } in ms, cls without a unit. */
function timesOf(reports) {
  const of = (audit) => median(reports.map(({ audits }) => audits[audit].numericValue))
  return {
    fcp: of('first-contentful-paint'),
    lcp: of('largest-contentful-paint'),
    tbt: of('total-blocking-time'),
    cls: of('cumulative-layout-shift'),
  }
}

/** Returns the times of each address with real throttling of network and CPU. */
export async function throttled(urls, visits) {
  const settings = { onlyCategories: ['performance'], throttlingMethod: 'devtools' }
  return (await reportsOf(urls, visits, settings)).map(timesOf)
}

/**
 * Visits a page and returns its times, the scores of the four categories (the median for performance, the minimum for the others), and
 * Lighthouse's remaining suggestions.
 */
export async function scoresOf(url, visits) {
  const [reports] = await reportsOf([url], visits, { onlyCategories: categories })
  const scores = categories.map((name) => {
    const all = reports.map((report) => report.categories[name].score)
    return Math.round(100 * (name === 'performance' ? median(all) : Math.min(...all)))
  })
  const { audits, categories: last } = reports.at(-1)
  const weighed = categories.flatMap((name) => last[name].auditRefs.filter(({ weight }) => weight > 0))
  const faults = weighed.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9)
  const left = faults.map(({ id, displayValue, title }) => `${id}: ${displayValue ?? title}`)
  return { scores, ...timesOf(reports), left }
}
