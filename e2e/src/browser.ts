import { appendFileSync, existsSync } from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core'

/**
 * Chromium takes the last list of features alone. So the list of Playwright, for Linux, stands here again.
 */
const PLAYWRIGHT_DISABLES = [
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
/** Two hidden pages of every window, for an address bar that nobody sees, cost more than a page. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_DISABLES, ...ADDRESS_BAR].join(',')}`,
]

export const SIZES = {
  laptop: { width: 1366, height: 768 },
  desk: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const

/** The same engine without windows, menus and their processes; elsewhere the whole browser. */
const SHELL = '/usr/bin/chromium-headless-shell'

export function openBrowser(): Promise<Browser> {
  const executablePath = existsSync(SHELL) ? SHELL : '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: FLAGS })
}

/** Long enough for a machine that also runs the other tests. What takes too long is measured in `bench/`. */
const PATIENCE_MS = 100_000

/** Where the calls that pages make are noted, one a line: `npm test` asks whether each was made. */
const MADE = process.env['MADE_CALLS']

/** Its pages do not move: an element that moves when a click begins may be elsewhere when it ends. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  if (MADE !== undefined)
    context.on('response', (response) => {
      if (response.ok()) appendFileSync(MADE, `${new URL(response.url()).pathname}\n`)
    })
  return context
}
