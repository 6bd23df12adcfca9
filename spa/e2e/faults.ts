import type { BrowserContext } from '@playwright/test'

/** Records invisible faults: console errors and warnings, exceptions, CSP violations, and failed or rejected requests. */
export class Faults {
  private readonly recorded: string[] = []
  private readonly expected: RegExp[] = []

  /** Starts to watch every page of the context. */
  static of(context: BrowserContext): Faults {
    const faults = new Faults()
    const record = (fault: string) => faults.recorded.push(fault)
    const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      // The browser's generic message; the events below have more detail.
      if (message.text().startsWith('Failed to load resource')) return
      // The site logs failed calls of these two; the events below report them too.
      if (/^(GraphQL call|holiday check) failed \w+$/.test(message.text())) return
      // Logged by Playwright when a test blocks the service worker.
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      // This one depends on the machine's speed; published.spec.ts compares the preloaded files with the used ones.
      if (message.text().includes('was preloaded using link preload but not used within a few seconds'))
        return
      // The mail preview blocks all scripts in mails, including Playwright's.
      if (/^Blocked script execution in '[^']*\/sandbox\/mail\//.test(message.text())) return
      record(`console ${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (fault) =>
      record(`thrown at ${path(fault.page()?.url() ?? '')}: ${fault.error().message}`),
    )
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText
      // Navigation aborts pending requests. Drawings pending when a test goes offline load later.
      if (why === 'net::ERR_INTERNET_DISCONNECTED' && /^\/(assets\/|signs\.svg)/.test(path(request.url())))
        return
      if (why !== 'net::ERR_ABORTED') record(`failed: ${request.method()} ${path(request.url())}: ${why}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400)
        record(`${response.status()}: ${response.request().method()} ${path(response.url())}`)
    })
    return faults
  }

  /** Marks faults as expected; an expected fault that does not occur fails the test. */
  expect(...faults: RegExp[]) {
    this.expected.push(...faults)
  }

  /** Returns unexpected faults, and expected ones that did not occur. */
  report(): string[] {
    return [
      ...this.recorded.filter((fault) => !this.expected.some((e) => e.test(fault))),
      ...this.expected
        .filter((e) => !this.recorded.some((fault) => e.test(fault)))
        .map((e) => `expected, but did not occur: ${e}`),
    ]
  }
}
