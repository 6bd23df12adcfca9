// What a browser fetches for the first page of a guest.
import { chromium as playwright } from '@playwright/test'
import { chromium } from './machine.mjs'

/** Bytes and requests until the home page is whole, cache cold; script without its headers. */
export async function firstLoad(url) {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await playwright.launch({ executablePath: chromium(), args })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const requests = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url)
  // The page asks for the states last. A quiet network alone may be a phone that computes.
  await page.locator('main a[href^="/locations/"]').first().waitFor()
  await page.waitForTimeout(2000)
  const told = { libraries: 0, ours: 0, words: 0, bytes: 0, requests: 0 }
  for (const request of requests) {
    if (request.url().startsWith('data:')) continue // within the style sheet: no request
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    told.requests++
    told.bytes += responseBodySize + responseHeadersSize
    if (request.resourceType() !== 'script') continue
    const file = request.url()
    const kind = /\/(vendor|rolldown-runtime)-/.test(file) ? 'libraries' : /\.(site|order)-/.test(file) ? 'words' : 'ours'
    told[kind] += responseBodySize
  }
  await browser.close()
  return told
}
