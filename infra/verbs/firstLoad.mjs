// What a browser fetches for the first page of a guest, and when a phone shows it.
import { chromium as playwright } from '@playwright/test'
import { chromium } from './machine.mjs'

const launch = () => playwright.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })

/** The home page is whole when the states stand on it, which it asks for last. A quiet network alone may be a phone that computes. */
async function whole(page) {
  await page.locator('main a[href^="/locations/"]').first().waitFor()
  await page.waitForTimeout(2000)
}

/** Bytes and requests until the page is whole, cache cold: { libraries, ours, words, bytes, requests }; script without its headers. */
export async function firstLoad(url) {
  const browser = await launch()
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const answers = {}
  const told = { libraries: 0, ours: 0, words: 0, bytes: 0, requests: 0 }
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.url.startsWith('data:')) return // drawn into the style sheet: no request
    answers[requestId] = { script: type === 'Script', url: response.url, headers: response.encodedDataLength }
    told.requests++
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers[requestId]
    if (!answer) return
    told.bytes += encodedDataLength
    if (!answer.script) return
    const whose = /\/(vendor|rolldown-runtime)-/.test(answer.url) ? 'libraries' : /\.(site|order)-/.test(answer.url) ? 'words' : 'ours'
    told[whose] += encodedDataLength - answer.headers
  })
  await page.goto(url)
  await whole(page)
  await browser.close()
  return told
}

// A mid-range phone on slow 4G, as Lighthouse applies it with throttlingMethod "devtools" (lighthouse/core/config/constants.js).
const slow4G = { offline: false, latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** One cold visit of a phone: { fcp, lcp, cls, tbt } in ms, cls without a unit. */
async function visit(browser, url) {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', slow4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] }
    window.seen = seen
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('paint', (e) => {
      if (e.name === 'first-contentful-paint') seen.fcp = e.startTime
    })
    watch('largest-contentful-paint', (e) => {
      seen.lcp = e.startTime
    })
    watch('layout-shift', (e) => {
      if (!e.hadRecentInput) seen.cls += e.value
    })
    watch('longtask', (e) => seen.tasks.push([e.startTime, e.duration]))
  })
  await page.goto(url)
  await whole(page)
  const { fcp, lcp, cls, tasks } = await page.evaluate(() => window.seen)
  await context.close()
  const tbt = tasks.filter(([start]) => start > fcp).reduce((sum, [, long]) => sum + Math.max(0, long - 50), 0)
  return { fcp, lcp, cls, tbt }
}

/** Medians of so many cold visits of a phone to each of the addresses, in turns: what else the machine does meets all of them. */
export async function shownOnAPhone(urls, visits) {
  const browser = await launch()
  const seen = urls.map(() => [])
  for (let n = 0; n < visits; n++) for (const [i, url] of urls.entries()) seen[i].push(await visit(browser, url))
  await browser.close()
  const median = (of, what) => of.map((s) => s[what]).sort((a, b) => a - b)[Math.floor(of.length / 2)]
  return seen.map((of) => ({ fcp: median(of, 'fcp'), lcp: median(of, 'lcp'), cls: median(of, 'cls'), tbt: median(of, 'tbt') }))
}
