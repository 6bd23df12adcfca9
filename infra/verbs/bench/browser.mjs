// Measures pages in Chromium: with Lighthouse's mobile settings, and the bytes of a first load.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from '../testRequirements.mjs'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]
const times = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
}

/**
 * Returns the results of that many cold visits to each address: the median times { fcp, lcp, tbt } in ms and cls; the scores of the
 * categories (the median for performance, the minimum for the others); and Lighthouse's remaining suggestions. Visits are interleaved, so
 * that other load affects all addresses alike.
 */
export async function visit(urls, visits, onlyCategories, settings) {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const chromeFlags = ['--headless=new', ...flags]
  const browser = await launch({ chromePath: chromium(), userDataDir: profile, chromeFlags })
  const reports = urls.map(() => [])
  const options = { port: browser.port, logLevel: 'error', formFactor: 'mobile', onlyCategories, ...settings }
  try {
    for (let n = 0; n < visits; n++)
      for (const [i, url] of urls.entries()) reports[i].push((await lighthouse(url, options)).lhr)
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return reports.map((runs) => {
    const timed = Object.entries(times).map(([name, audit]) => [name, median(runs.map(({ audits }) => audits[audit].numericValue))])
    const scores = onlyCategories.map((name) => {
      const all = runs.map(({ categories }) => categories[name].score)
      return Math.round(100 * (name === 'performance' ? median(all) : Math.min(...all)))
    })
    const { audits, categories } = runs.at(-1)
    const weighted = onlyCategories.flatMap((name) => categories[name].auditRefs.filter(({ weight }) => weight > 0))
    const faults = weighted.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9)
    const suggestions = faults.map(({ id, displayValue, title }) => `${id}: ${displayValue ?? title}`)
    return { ...Object.fromEntries(timed), scores, suggestions }
  })
}

/** Returns the bytes and requests until the home page is complete, with a cold cache; scripts without headers. */
export async function firstLoad(url) {
  const browser = await playwright.launch({ executablePath: chromium(), args: flags })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const requests = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url)
  // The list of states is the page's last request. Network idle alone may mean that the CPU is busy.
  await page.locator('main a[href^="/locations/"]').first().waitFor()
  await page.waitForTimeout(2000)
  const sum = { libraries: 0, ours: 0, words: 0, bytes: 0, requests: 0 }
  for (const request of requests.filter((request) => !request.url().startsWith('data:'))) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    sum.requests++
    sum.bytes += responseBodySize + responseHeadersSize
    const file = request.url()
    const kind = /\/(vendor|rolldown-runtime)-/.test(file) ? 'libraries' : /\.(site|order)-/.test(file) ? 'words' : 'ours'
    if (request.resourceType() === 'script') sum[kind] += responseBodySize
  }
  await browser.close()
  return sum
}
