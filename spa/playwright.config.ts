import { defineConfig } from '@playwright/test'

// @long tests run only in `npm run test:long`. @phone tests run at phone width, @both tests at both widths, the phone only in the long
// half. @audit tests run in both halves, because the long one also checks the dark theme.
const long = Boolean(process.env.TEST_LONG)

/** Journeys against a running stack; `npm run e2e` starts one and passes its URL. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/.results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  fullyParallel: true,
  workers: 2,
  // Generous, for a loaded machine: a longer timeout costs nothing when the page is fast.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // In CI only the output remains: it ends with the failures, and contains the page's text of a failed test.
  reporter: process.env.CI ? [['dot'], ['./e2e/pageTextReporter.ts']] : [['list']],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 30_000,
    serviceWorkers: 'block', // offline.spec.ts allows it
    // Traces take a third of the time: enable with `npm run e2e -- --trace on -g "name of the test"`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'wide',
      grep: long ? /@long|@audit/ : /^/,
      grepInvert: long ? /@phone/ : /@phone|@long/,
      use: { viewport: { width: 1280, height: 860 } },
    },
    {
      name: 'phone',
      grep: long ? /@both|^(?=.*@phone).*(@long|@audit)/ : /@phone/,
      grepInvert: long ? undefined : /@long/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
})
