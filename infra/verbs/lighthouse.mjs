// Lighthouse's own report of a page, as for a phone and under its own throttling.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from './machine.mjs'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/**
 * So many visits: the scores of the four categories, the least of each but for performance, of which it is the median, as of lcp and tbt
 * in ms and cls; and what was left to better, in Lighthouse's words.
 */
export async function audited(url, visits) {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const browser = await launch({ chromePath: chromium(), userDataDir: profile, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
  const reports = []
  try {
    for (let n = 0; n < visits; n++) reports.push((await lighthouse(url, { port: browser.port, logLevel: 'error', onlyCategories: categories, formFactor: 'mobile' })).lhr)
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const median = (of) => reports.map(of).sort((a, b) => a - b)[Math.floor(reports.length / 2)]
  const of = (audit) => median((report) => report.audits[audit].numericValue)
  const [last] = reports.slice(-1)
  const scores = categories.map((name) => Math.round(100 * (name === 'performance' ? median((r) => r.categories[name].score) : Math.min(...reports.map((r) => r.categories[name].score)))))
  const left = categories.flatMap((name) =>
    last.categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && last.audits[id].score !== null && last.audits[id].score < 0.9).map(({ id }) => `${id}: ${last.audits[id].displayValue ?? last.audits[id].title}`),
  )
  return { scores, lcp: of('largest-contentful-paint'), tbt: of('total-blocking-time'), cls: of('cumulative-layout-shift'), left }
}
