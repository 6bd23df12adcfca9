// Measures the first page load of a guest.
import { chromium as playwright } from '@playwright/test'
import { chromium } from './machine.mjs'

/** Returns the bytes and requests until the home page is complete, with a cold cache; scripts without headers. */
export async function firstLoad(url) {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await playwright.launch({ executablePath: chromium(), args })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const requests = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url)
  // The list of states is the page's last request. Network idle alone may mean that the CPU is busy.
  await page.locator('main a[href^="/locations/"]').first().waitFor()
  await page.waitForTimeout(2000)
  const told = { libraries: 0, ours: 0, words: 0, bytes: 0, requests: 0 }
  for (const request of requests) {
    if (request.url().startsWith('data:')) continue // inside the style sheet: no request
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
