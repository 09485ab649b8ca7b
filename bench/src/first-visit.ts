import { openBrowser, SIZES } from '@mingmou/e2e/browser'
import { median } from './table.ts'

/** "Fast 3G" of Chromium's tools: 1.6 Mbit/s down, 750 kbit/s up, of which 90 % are left, and 562 ms to an answer. */
const FAST_3G = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
  latency: 562.5,
}

/** Notes what the browser says of the page while it comes. */
const NOTE = `
  window.noted = { largest: 0, what: '', shift: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime, element, size } of list.getEntries()) {
      noted.largest = startTime
      noted.what = (element?.tagName ?? '') + ' ' + size + ' px'
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) noted.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
`
interface Noted {
  largest: number
  what: string
  shift: number
  first: number
}

async function visit(url: string, size: keyof typeof SIZES): Promise<Noted & { usable: number }> {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: SIZES[size], locale: 'zh-CN' })
    await context.addInitScript(NOTE)
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', FAST_3G)
    const began = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    // The steps come with the program.
    await page.locator('.home-steps').waitFor()
    const usable = performance.now() - began
    await page.waitForLoadState('networkidle')
    const noted = await page.evaluate<Noted>(
      `({ ...noted, first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })`,
    )
    return { ...noted, usable }
  } finally {
    await browser.close()
  }
}

/** The home page for somebody who was never there, over a slow line: medians, and the largest shift of the layout. */
export async function benchFirstVisit(url: string, times: number) {
  const rows = []
  for (const size of ['laptop', 'phone'] as const) {
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let index = 0; index < times; index++) visits.push(await visit(url, size))
    const ms = (of: (visit: (typeof visits)[number]) => number) =>
      `${median(visits.map(of)).toFixed(0)} ms`
    rows.push({
      size,
      'first paint': ms(({ first }) => first),
      'largest paint': ms(({ largest }) => largest),
      'largest is': visits[0]?.what ?? '',
      'program stands': ms(({ usable }) => usable),
      'layout shift': Math.max(...visits.map(({ shift }) => shift)).toFixed(4),
    })
  }
  return rows
}
