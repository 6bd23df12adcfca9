import { defineConfig } from '@playwright/test'

// What is tagged @long repeats a journey or an audit in another language or shape: it belongs to `npm run test:long`, as does the half
// on a phone of what is tagged @both. An @audit runs in both halves, for the long one looks at the dark theme too.
const long = Boolean(process.env.TEST_LONG)

/** Journeys against a running stack; `npm run e2e` starts one and names it. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/.results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 10_000,
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
