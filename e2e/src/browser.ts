import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { onTestFailed } from 'vitest'

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

/** A visitor of his own, whose errors on the page fail the journey; a test that fails prints what he saw. */
export async function visitor(
  browser: Browser,
  size: keyof typeof SIZES = 'laptop',
  locale = 'zh-CN',
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: SIZES[size], locale, acceptDownloads: true })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const refused: string[] = []
  page.on('response', (response) => {
    if (!response.ok()) refused.push(`${response.status()} ${response.url()}`)
  })
  onTestFailed(async () => {
    if (page.isClosed()) return
    const seen = await page.locator('body').innerText()
    process.stderr.write([page.url(), ...refused, ...faults, seen, ''].join('\n'))
  })
  return { context, page, faults }
}
