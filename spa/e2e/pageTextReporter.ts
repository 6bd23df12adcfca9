import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints the page of a failed test as text: Playwright's attachment `error-context`. */
export default class PageTextReporter implements Reporter {
  onTestEnd(test: TestCase, { attachments }: TestResult) {
    if (test.ok()) return
    for (const { name, path } of attachments)
      if (name === 'error-context' && path)
        console.log(`\nThe page at the end of "${test.title}":\n${readFileSync(path, 'utf8')}`)
  }

  printsToStdio() {
    return false
  }
}
