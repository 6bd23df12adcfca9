import { defineConfig } from '@playwright/test'

// A test with the tag @long runs in `npm run test:long` only. A @phone test runs at the width of a phone, a @both test at both widths: on the
// phone only in the long half. An @audit test runs in both halves, because the long one also checks the dark theme.
const long = Boolean(process.env.TEST_LONG)

/** Journeys against a running stack; `npm run e2e` starts one and names it. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/.results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  fullyParallel: true,
  workers: 2,
  // Generous, for a machine under load: a longer limit costs nothing when the page is in time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 30_000,
    serviceWorkers: 'block', // offline.spec.ts lets it in
    // A trace of every test costs a third of the time: ask for one with `npm run e2e -- --trace on -g "name of the test"`.
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
