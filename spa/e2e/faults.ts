import type { BrowserContext } from '@playwright/test'

/**
 * What goes wrong behind a page that still looks right: errors and warnings on the console, scripts that throw, violations of
 * the content security policy, requests that fail or are refused.
 */
export class Faults {
  private readonly seen: string[] = []
  private readonly expected: RegExp[] = []

  /** Begins to watch every page of the context. */
  static of(context: BrowserContext): Faults {
    const faults = new Faults()
    const see = (fault: string) => faults.seen.push(fault)
    const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      // The browser's own line for what the events below tell better.
      if (message.text().startsWith('Failed to load resource')) return
      // The site logs failed calls of these two; the events below report them too.
      if (/^(graph call|holiday check) failed \w+$/.test(message.text())) return
      // The driver's own line where a test does without the worker.
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      // This one depends on the machine's speed; published.spec.ts compares what is preloaded with what is shown.
      if (message.text().includes('was preloaded using link preload but not used within a few seconds'))
        return
      // The mail preview lets no script into a mail, this browser's driver included.
      if (/^Blocked script execution in '[^']*\/sandbox\/mail\//.test(message.text())) return
      see(`console ${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (fault) => see(`thrown: ${fault.error().message}`))
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText
      // Leaving a page gives up what it was still asking for.
      // A drawing that was still to come when a test took the connection away comes later.
      if (why === 'net::ERR_INTERNET_DISCONNECTED' && /^\/(assets\/|signs\.svg)/.test(path(request.url())))
        return
      if (why !== 'net::ERR_ABORTED') see(`failed: ${request.method()} ${path(request.url())}: ${why}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400)
        see(`${response.status()}: ${response.request().method()} ${path(response.url())}`)
    })
    return faults
  }

  /** Says that this fault belongs to the test; one that does not come fails it too. */
  expect(...faults: RegExp[]) {
    this.expected.push(...faults)
  }

  /** What nobody expected, and what was expected and never came. */
  report(): string[] {
    return [
      ...this.seen.filter((fault) => !this.expected.some((e) => e.test(fault))),
      ...this.expected
        .filter((e) => !this.seen.some((fault) => e.test(fault)))
        .map((e) => `expected, and never came: ${e}`),
    ]
  }
}
