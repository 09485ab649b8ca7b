import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { openContext, SIZES } from './browser.ts'

/**
 * A visitor with a browser of his own. Errors on the page fail the journey, and a failed test
 * prints what he saw.
 */
export async function visitor(
  browser: Browser,
  size: keyof typeof SIZES = 'laptop',
  locale = 'zh-CN',
  more: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await openContext(browser, {
    viewport: SIZES[size],
    locale,
    acceptDownloads: true,
    ...more,
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const refused: string[] = []
  page.on('response', (response) => {
    if (!response.ok()) refused.push(`${response.status()} ${response.url()}`)
  })
  onTestFailed(async () => {
    if (page.isClosed()) return
    const text = await page.locator('body').innerText()
    process.stderr.write([page.url(), ...refused, ...faults, text, ''].join('\n'))
  })
  return { context, page, faults }
}

const PICTURES = process.env['PICTURES']
/** Whether pictures are kept: without them a page need not be shown again for its other sizes and languages. */
export const PICTURED = Boolean(PICTURES)

/** Keeps a picture of the whole page in the folder `PICTURES`, where one is named. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}

/** A device with a fingerprint that is always right. */
export async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
