import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const SIZES = {
  laptop: { width: 1366, height: 768 },
  desk: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })
}

/** A visitor of his own, whose errors on the page fail the journey. */
export async function visitor(
  browser: Browser,
  size: keyof typeof SIZES = 'laptop',
  locale = 'zh-CN',
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: SIZES[size], locale, acceptDownloads: true })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return { context, page, faults }
}
