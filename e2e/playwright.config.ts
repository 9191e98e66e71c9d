import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'

/**
 * Features that start processes for each new window, such as omnibox suggestions and a spare renderer, which take
 * longer than the window itself. The rest are Playwright's own, because only the last list counts.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Disables what slows a browser down in a container or uses the network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-default-apps',
  '--disable-domain-reliability',
  // A page of a test ends before optimizing its code has paid off.
  '--js-flags=--no-opt,--no-maglev',
  `--disable-features=${withoutFeatures.join()}`,
]
const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // On CI, one flaky attempt of three is reported but does not fail the run (decision 015).
  retries: process.env.CI ? 2 : 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // A button that never comes is a failure of its own, not of the whole test four minutes later.
    actionTimeout: 60_000,
    launchOptions: { args, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // `--trace on` when a failure needs one: recording every test makes all of them a third slower.
    trace: 'off',
    // Month names and number formats must not depend on the machine.
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Every movement is waited for, which made all stories together a fifth longer; phones keep theirs.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: '*.mobile.e2e.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'mobile',
      testMatch: '*.mobile.e2e.ts',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        contextOptions: { reducedMotion: 'no-preference' },
      },
    },
  ],
})
